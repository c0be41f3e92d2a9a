//! `range-widened`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "range-widened",
    severity: Severity::Safe,
    summary: "The range of a property became wider",
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
      - range: {min: 1, max: 5}
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
See that the plug-in copes with all that it takes.
",
    mirror: Mirror::Rule("range-narrowed"),
    check: Check::Constraint { kind: Kind::Range, relation: Relation::Widened, what: "accepts more values" },
};
