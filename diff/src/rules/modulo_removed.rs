//! `modulo-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "modulo-removed",
    severity: Severity::Safe,
    summary: "The modulo of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Numbers between the steps are accepted, and were refused.

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
      - modulo: {step: 2, offset: 0}
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
    mirror: Mirror::Rule("modulo-added"),
    check: Check::Constraint {
        kind: Kind::Modulo,
        relation: Relation::Removed,
        what: "accepts more values: its modulo was removed",
    },
};
