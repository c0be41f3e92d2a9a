//! `several-documents`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SEVERAL_DOCUMENTS,
    severity: Severity::Error,
    summary: "A file holds more than one document",
    docs: r"
## What it does
Reports a second document in a text, begun with `---`.

## Why
A file is one schema, and a template is one document: Heat refuses another. What stands behind the `---` would be lost.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
---
type: My::Custom::Secret
description: Makes a secret.
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
```
",
    check: Check::Reading,
};
