//! `allowed-pattern-narrowed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-pattern-narrowed",
    severity: Severity::Breaking,
    summary: "The allowed pattern of a property became narrower",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.

## What it means for templates
Some values are refused that were accepted.

## Why
Constraints are held against what templates say, each time. Whether one pattern accepts less than another is told from all
the texts that they accept, however they are written.

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
    constraints:
      - allowed_pattern: '[a-y]+'
```

## How to do it instead
Keep what was admitted, and deprecate it in the description.
",
    mirror: Mirror::Rule("allowed-pattern-widened"),
    check: Check::Constraint {
        kind: Kind::AllowedPattern,
        relation: Relation::Narrowed,
        what: "accepts fewer values",
    },
};
