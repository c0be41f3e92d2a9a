//! `too-deep`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: heat_yaml::code::TOO_DEEP,
    severity: Severity::Error,
    summary: "Lists and maps are nested deeper than any schema needs",
    docs: r"
## What it does
Reports a text whose lists and maps are nested more than 128 levels deep.

## Why
A reader works through nested data level by level, and each level costs it memory. No schema or template comes near
that depth; a text that does is broken, or made to break its reader.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {}
```
",
    check: Check::Reading,
};
