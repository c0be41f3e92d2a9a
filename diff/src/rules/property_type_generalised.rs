//! `property-type-generalised`.

use crate::type_change::{self, TypeChange};
use crate::{Check, Mirror, Rule, Severity};

pub(crate) static RULE: Rule = Rule {
    id: "property-type-generalised",
    severity: Severity::Safe,
    summary: "An integer property became a number property",
    docs: r"
## What it means for running stacks
Nothing changes, unless a template gives a fraction: Heat used to cut it off.

## What it means for templates
Templates can give fractions.

## Why
Every integer is a number, and the constraints accept what they did.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: integer
    description: How it is called.
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: number
    description: How it is called.
```

## How to do it instead
Check that the plug-in works with fractions.
",
    mirror: Mirror::Rule("property-type-narrowed"),
    check: Check::Property(|pair, findings| {
        type_change::report(pair, TypeChange::Generalised, findings);
    }),
};
