//! `allowed-pattern-widened`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-pattern-widened",
    severity: Severity::Safe,
    summary: "The allowed pattern of a property became wider",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Some values are accepted that were refused.

## Why
All that was accepted still is, which is told from all the texts that the patterns accept, however they are written.

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
      - allowed_pattern: '[a-y]+'
```
After:
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

## How to do it instead
See that the plug-in copes with all that it takes.
",
    mirror: Mirror::Rule("allowed-pattern-narrowed"),
    check: Check::Constraint {
        kind: Kind::AllowedPattern,
        relation: Relation::Widened,
        what: "accepts more values",
    },
};
