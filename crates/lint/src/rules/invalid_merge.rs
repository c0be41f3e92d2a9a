//! `invalid-merge`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_MERGE,
    severity: Severity::Error,
    summary: "The value of a merge key is not a map",
    docs: r"
## What it does
Reports a merge key (`<<`) whose value is neither a map nor a list of maps.

## Why
A merge key copies the entries of another map into this one. Other values have no entries.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    <<: required
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
