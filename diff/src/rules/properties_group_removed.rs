//! `properties-group-removed`.

use crate::{Check, GroupKind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "properties-group-removed",
    severity: Severity::Safe,
    summary: "The restriction on which properties can be given together was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Templates are accepted that were refused.

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
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("properties-group-added"),
    check: Check::Groups {
        kind: GroupKind::Expression,
        relation: Relation::Removed,
        what: "any combination of properties is accepted",
    },
};
