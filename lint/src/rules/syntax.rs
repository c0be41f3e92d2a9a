//! `syntax`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SYNTAX,
    severity: Severity::Error,
    summary: "The text is not well-formed YAML",
    docs: r"
## What it does
Reports the first place where a text stops being YAML: a bracket or quote that is never closed, a tab used for
indentation, an indent that fits nothing around it.

## Why
Nothing after that place can be read with any certainty, so nothing of the file is used.

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
