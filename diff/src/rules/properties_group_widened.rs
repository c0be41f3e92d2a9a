//! `properties-group-widened`.

use crate::{Check, GroupKind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "properties-group-widened",
    severity: Severity::Safe,
    summary: "More combinations of properties are accepted",
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
properties_groups:
  - or: [[a], [b]]
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("properties-group-narrowed"),
    check: Check::Groups {
        kind: GroupKind::Expression,
        relation: Relation::Widened,
        what: "more combinations of properties are accepted",
    },
};
