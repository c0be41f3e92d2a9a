//! `unknown-tag`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_TAG,
    severity: Severity::Error,
    summary: "A YAML tag is unknown",
    docs: r"
## What it does
Reports a tag (`!name`) other than those of YAML's built-in types, such as `!!str`.

## Why
A tag changes how a value is read. Heat defines no tags of its own and refuses unknown ones, including
CloudFormation's short forms such as `!Ref`.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: !characters 32
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 32
```
",
    check: Check::Reading,
};
