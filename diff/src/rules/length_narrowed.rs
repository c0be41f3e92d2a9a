//! `length-narrowed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "length-narrowed",
    severity: Severity::Breaking,
    summary: "The length of a property became narrower",
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
    type: string
    description: How it is called.
    constraints:
      - length: {max: 9}
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
      - length: {max: 5}
```

## How to do it instead
Keep what was admitted, and deprecate it in the description.
",
    mirror: Mirror::Rule("length-widened"),
    check: Check::Constraint {
        kind: Kind::Length,
        relation: Relation::Narrowed,
        what: "accepts fewer values",
    },
};
