//! `range-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "range-removed",
    severity: Severity::Safe,
    summary: "The range of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Numbers outside are accepted, and were refused.

## Why
All that was accepted still is.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
    constraints:
      - range: {min: 1, max: 9}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
```

## How to do it instead
See that the plug-in, or the service, refuses what it cannot do.
",
    mirror: Mirror::Rule("range-added"),
    check: Check::Constraint {
        kind: Kind::Range,
        relation: Relation::Removed,
        what: "accepts more values: its range was removed",
    },
};
