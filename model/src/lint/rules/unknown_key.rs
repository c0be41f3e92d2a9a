//! `unknown-key`.

use heat_yaml::Severity;

use crate::lint::{Check, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "unknown-key",
    severity: Severity::Error,
    summary: "A map has a key that means nothing there",
    docs: r"
## What it does
Reports a key that is not one of the schema language at its place, with the known one that it looks like.

## Why
It would be passed over in silence: a misspelt `required` makes a property optional.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    requierd: true
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    required: true
```
",
    check: Check::Reading,
};
