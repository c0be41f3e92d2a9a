//! `modulo-narrowed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "modulo-narrowed",
    severity: Severity::Breaking,
    summary: "The modulo of a property became narrower",
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
      - modulo: {step: 2, offset: 0}
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
      - modulo: {step: 4, offset: 0}
```

## How to do it instead
Keep what was admitted, and deprecate it in the description.
",
    mirror: Mirror::Rule("modulo-widened"),
    check: Check::Constraint {
        kind: Kind::Modulo,
        relation: Relation::Narrowed,
        what: "accepts fewer values",
    },
};
