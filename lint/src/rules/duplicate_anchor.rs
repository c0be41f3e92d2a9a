//! `duplicate-anchor`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_ANCHOR,
    severity: Severity::Error,
    summary: "Two anchors have one name",
    docs: r"
## What it does
Reports an anchor (`&name`) whose name another anchor before it has.

## Why
An alias after the second means the second, one before it the first. Whoever reads the text has to know that; Heat
refuses it.

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
