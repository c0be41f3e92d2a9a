//! `properties-group-changed`.

use crate::{Check, GroupKind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "properties-group-changed",
    severity: Severity::Breaking,
    summary: "Which properties can be given together changed",
    docs: r"
## What it means for running stacks
Stacks whose template gives what is not admitted any more cannot be updated: the template is refused.

## What it means for templates
Templates that give such properties together, or leave them out, are refused.

## Why
Which properties may be given at once is compared as a whole, however the groups are written.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a:
    type: string
    description: The one.
  b:
    type: string
    description: The other.
  c:
    type: string
    description: The third.
properties_groups:
  - xor: [[a], [b]]
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a:
    type: string
    description: The one.
  b:
    type: string
    description: The other.
  c:
    type: string
    description: The third.
properties_groups:
  - xor: [[a], [c]]
```

## How to do it instead
Say in the description which properties go together, and let the plug-in prefer one.
",
    mirror: Mirror::Rule("properties-group-changed"),
    check: Check::Groups {
        kind: GroupKind::Expression,
        relation: Relation::Incomparable,
        what: "which properties can be given together changed",
    },
};
