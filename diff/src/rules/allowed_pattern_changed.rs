//! `allowed-pattern-changed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-pattern-changed",
    severity: Severity::Breaking,
    summary: "The allowed pattern of a property changed: some values are newly refused, others newly accepted",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.

## What it means for templates
Some values are refused that were accepted.

## Why
Neither admits all that the other does, or it cannot be told whether one does: patterns with back-references, with atomic
groups or with far looks ahead are not compared, nor are those that would take too long. The finding says which it is.

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
      - allowed_pattern: '[0-9]+'
```

## How to do it instead
Admit what was admitted as well, and deprecate it in the description.
",
    mirror: Mirror::Rule("allowed-pattern-changed"),
    check: Check::Constraint {
        kind: Kind::AllowedPattern,
        relation: Relation::Incomparable,
        what: "accepts different values",
    },
};
