//! `custom-constraint-widened`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "custom-constraint-widened",
    severity: Severity::Safe,
    summary: "The custom constraint of a property became wider",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
The same templates are valid, and some that were refused.

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
      - custom_constraint: ip_addr
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
      - custom_constraint: ip_or_cidr
```

## How to do it instead
Nothing has to be done.
",
    mirror: Mirror::Rule("custom-constraint-narrowed"),
    check: Check::Constraint { kind: Kind::Custom, relation: Relation::Widened, what: "accepts more values" },
};
