//! `unknown-alias`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_ALIAS,
    severity: Severity::Error,
    summary: "An alias names an anchor that does not exist",
    docs: r#"
## What it does
Reports an alias (`*name`) with no anchor (`&name`) before it.

## Why
There is no value that it could stand for. Often the `*` was meant as text: an item schema's key has to be written
`"*"`, in quotes.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts:
    type: list
    description: Where it is valid.
    schema:
      *: {type: string}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts:
    type: list
    description: Where it is valid.
    schema:
      "*": {type: string}
```
"#,
    check: Check::Reading,
};
