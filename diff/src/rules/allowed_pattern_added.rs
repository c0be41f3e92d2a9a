//! `allowed-pattern-added`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-pattern-added",
    severity: Severity::Breaking,
    summary: "A property must now match a pattern",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Texts that do not match are refused, and were accepted.

## Why
Constraints are held against what templates say, each time.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
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
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("allowed-pattern-removed"),
    check: Check::Constraint {
        kind: Kind::AllowedPattern,
        relation: Relation::Added,
        what: "accepts fewer values: an allowed pattern was added",
    },
};
