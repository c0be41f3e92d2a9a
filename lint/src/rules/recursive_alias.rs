//! `recursive-alias`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::RECURSIVE_ALIAS,
    severity: Severity::Error,
    summary: "An alias stands inside the value that it names",
    docs: r"
## What it does
Reports an alias (`*name`) within the value that its anchor (`&name`) is on.

## Why
The value would contain itself, without end. It could neither be written out nor held against anything.

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
