//! `unhashable-key`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNHASHABLE_KEY,
    severity: Severity::Error,
    summary: "A key is a list or a map",
    docs: r"
## What it does
Reports a key that is a list or a map.

## Why
Keys are names; Heat refuses the file. The usual cause is a placeholder in braces, such as `{{ name }}`, that was not
filled in.

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
