//! `recursive-alias`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::RECURSIVE_ALIAS,
    severity: Severity::Error,
    summary: "An alias refers to a value that contains it",
    docs: r"
## What it does
Reports an alias (`*name`) inside the value of its own anchor (`&name`).

## Why
The value would contain itself infinitely often. It could not be written or compared.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: &all
  length:
    type: integer
    description: How many characters it has.
    default: *all
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 32
```
",
    check: Check::Reading,
};
