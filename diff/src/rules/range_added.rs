//! `range-added`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "range-added",
    severity: Severity::Breaking,
    summary: "A property is now restricted to a range",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.

## What it means for templates
Numbers outside are refused, and were accepted.

## Why
Constraints are held against what templates say, each time.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
```
After:
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

## How to do it instead
Admit all that the service admits, and refuse only what it refuses anyway.
",
    mirror: Mirror::Rule("range-removed"),
    check: Check::Constraint {
        kind: Kind::Range,
        relation: Relation::Added,
        what: "accepts fewer values: a range was added",
    },
};
