//! `allowed-pattern-removed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-pattern-removed",
    severity: Severity::Safe,
    summary: "The allowed pattern of a property was removed",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Texts that do not match are accepted, and were refused.

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
      - allowed_pattern: '[a-z]+'
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
    mirror: Mirror::Rule("allowed-pattern-added"),
    check: Check::Constraint {
        kind: Kind::AllowedPattern,
        relation: Relation::Removed,
        what: "accepts more values: its allowed pattern was removed",
    },
};
