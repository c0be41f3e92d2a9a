//! `duplicate-anchor`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_ANCHOR,
    severity: Severity::Error,
    summary: "Two anchors have the same name",
    docs: r"
## What it does
Reports an anchor (`&name`) with the same name as an earlier one.

## Why
An alias refers to the nearest anchor before it, which is easy to misread. Heat refuses the file.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: &text Who asks for it.}
  group: {type: string, description: &text Which group asks for it.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
```
",
    check: Check::Reading,
};
