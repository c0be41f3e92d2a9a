//! `unhashable-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNHASHABLE_KEY,
    severity: Severity::Error,
    summary: "A list or a map stands where a key belongs",
    docs: r"
## What it does
Reports a key that is a list or a map.

## Why
A key is a name, and schemas and templates are looked up by names; Heat refuses the text. Where a text looks innocent,
it is often a placeholder in braces, such as `{{ name }}`, that was to be filled in first.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  {{ name }}: {type: string, description: Who asks for it.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Who asks for it.}
```
",
    check: Check::Reading,
};
