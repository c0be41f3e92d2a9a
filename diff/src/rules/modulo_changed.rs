//! `modulo-changed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "modulo-changed",
    severity: Severity::Breaking,
    summary: "The modulo of a property changed: some values are newly refused, others newly accepted",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.

## What it means for templates
Some values are refused that were accepted.

## Why
Neither admits all that the other does.

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
      - modulo: {step: 3, offset: 0}
```

## How to do it instead
Admit what was admitted as well, and deprecate it in the description.
",
    mirror: Mirror::Rule("modulo-changed"),
    check: Check::Constraint {
        kind: Kind::Modulo,
        relation: Relation::Incomparable,
        what: "accepts different values",
    },
};
