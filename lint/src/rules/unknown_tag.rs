//! `unknown-tag`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_TAG,
    severity: Severity::Error,
    summary: "A tag stands for nothing that Heat knows",
    docs: r"
## What it does
Reports a tag (`!name`) other than those of YAML's own types, such as `!!str`.

## Why
A tag says how a value is to be read. Heat reads YAML without tags of its own, and refuses one that it does not know.
CloudFormation's short forms, such as `!Ref`, are of that kind.

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
