//! `allowed-values-added`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "allowed-values-added",
    severity: Severity::Breaking,
    summary: "A property is now restricted to a list of values",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Other values are refused, and were accepted.

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
      - allowed_values: [a, b]
```

## How to do it instead
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("allowed-values-removed"),
    check: Check::Constraint {
        kind: Kind::AllowedValues,
        relation: Relation::Added,
        what: "accepts fewer values: a list of allowed values was added",
    },
};
