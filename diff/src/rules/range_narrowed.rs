//! `range-narrowed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "range-narrowed",
    severity: Severity::Breaking,
    summary: "The range of a property became narrower",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.

## What it means for templates
Some values are refused that were accepted.

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
    constraints:
      - range: {min: 1, max: 5}
```

## How to do it instead
Keep what was admitted, and deprecate it in the description.
",
    mirror: Mirror::Rule("range-widened"),
    check: Check::Constraint {
        kind: Kind::Range,
        relation: Relation::Narrowed,
        what: "accepts fewer values",
    },
};
