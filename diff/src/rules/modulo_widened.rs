//! `modulo-widened`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "modulo-widened",
    severity: Severity::Safe,
    summary: "The modulo of a property became wider",
    docs: r"
## What it means for running stacks
Nothing changes.

## What it means for templates
Some values are accepted that were refused.

## Why
All that was accepted still is.

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
      - modulo: {step: 4, offset: 0}
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
      - modulo: {step: 2, offset: 0}
```

## How to do it instead
See that the plug-in copes with all that it takes.
",
    mirror: Mirror::Rule("modulo-narrowed"),
    check: Check::Constraint { kind: Kind::Modulo, relation: Relation::Widened, what: "accepts more values" },
};
