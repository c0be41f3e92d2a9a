//! `unknown-alias`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_ALIAS,
    severity: Severity::Error,
    summary: "An alias refers to an anchor that does not exist",
    docs: r"
## What it does
Reports an alias (`*name`) with no anchor (`&name`) before it.

## Why
The alias has no value. A string that begins with `*` needs quotes.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: *longest
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 512
```
",
    check: Check::Reading,
};
