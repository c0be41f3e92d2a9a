//! `syntax`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SYNTAX,
    severity: Severity::Error,
    summary: "A file is not well-formed YAML",
    docs: r"
## What it does
Reports the first YAML syntax error: an unclosed bracket or quote, a tab used for indentation, or inconsistent indentation.

## Why
Nothing after that place can be read reliably, so the whole file is ignored.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {length: {type: integer, description: How many characters it has.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {length: {type: integer, description: How many characters it has.}}
```
",
    check: Check::Reading,
};
