//! `length-widened`.

use crate::{Check, Kind, Mirror, Relation, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "length-widened",
    severity: Severity::Safe,
    summary: "The length of a property became wider",
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
    type: string
    description: How it is called.
    constraints:
      - length: {max: 5}
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
      - length: {max: 9}
```

## How to do it instead
See that the plug-in copes with all that it takes.
",
    mirror: Mirror::Rule("length-narrowed"),
    check: Check::Constraint { kind: Kind::Length, relation: Relation::Widened, what: "accepts more values" },
};
