//! `invalid-merge`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_MERGE,
    severity: Severity::Error,
    summary: "A merge key has something other than maps",
    docs: r"
## What it does
Reports a merge key (`<<`) whose value is neither a map nor a list of maps.

## Why
A merge key puts the entries of another map into this one. There is nothing to be put in from anything else.

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
