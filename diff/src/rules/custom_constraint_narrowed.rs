//! `custom-constraint-narrowed`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "custom-constraint-narrowed",
    severity: Severity::Breaking,
    summary: "The custom constraint of a property became narrower",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.

## What it means for templates
Some values are refused that were accepted.

## Why
Each further constraint refuses something; and of some built-in ones it is known that they accept all that another does.

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
      - custom_constraint: ip_or_cidr
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
      - custom_constraint: ip_addr
```

## How to do it instead
Admit what was admitted as well, and deprecate it in the description.
",
    mirror: Mirror::Rule("custom-constraint-widened"),
    check: Check::Constraint {
        kind: Kind::Custom,
        relation: Relation::Narrowed,
        what: "accepts fewer values",
    },
};
