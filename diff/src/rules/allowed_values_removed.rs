//! `allowed-values-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-values-removed",
    severity: Severity::Safe,
    summary: "The list of allowed values of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Other values are accepted, and were refused.

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
      - allowed_values: [a, b]
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
    mirror: Mirror::Rule("allowed-values-added"),
    check: Check::Constraint {
        kind: Kind::AllowedValues,
        relation: Relation::Removed,
        what: "accepts more values: its list of allowed values was removed",
    },
};
