//! `length-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "length-removed",
    severity: Severity::Safe,
    summary: "The length of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Values that are longer or shorter are accepted, and were refused.

## Why
All that was accepted still is.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - length: {max: 9}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
```

## How to do it instead
See that the plug-in, or the service, refuses what it cannot do.
",
    mirror: Mirror::Rule("length-added"),
    check: Check::Constraint {
        kind: Kind::Length,
        relation: Relation::Removed,
        what: "accepts more values: its length was removed",
    },
};
