//! `several-documents`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SEVERAL_DOCUMENTS,
    severity: Severity::Error,
    summary: "A file contains more than one document",
    docs: r"
## What it does
Reports a second YAML document in a file, after `---`.

## Why
A schema file contains one schema, and a template is one document: Heat refuses more. Everything after the `---` would
be lost.

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
