//! `custom-constraint-changed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "custom-constraint-changed",
    severity: Severity::Breaking,
    summary: "The custom constraint of a property changed: some values are newly refused, others newly accepted",
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
    type: string
    description: How it is called.
    constraints:
      - custom_constraint: nova.flavor
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
      - custom_constraint: glance.image
```

## How to do it instead
Admit what was admitted as well, and deprecate it in the description.
",
    mirror: Mirror::Rule("custom-constraint-changed"),
    check: Check::Constraint {
        kind: Kind::Custom,
        relation: Relation::Incomparable,
        what: "accepts different values",
    },
};
