//! `invalid-validation-rule`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-validation-rule",
    severity: Severity::Error,
    summary: "A validation rule does not have exactly one requirement, or a condition not exactly one test",
    docs: r"
## What it does
Reports validation rules without exactly one of `at_most_one`, `at_least_one`, `exactly_one`, `all`, `none`, `equal` and
`ascending`, conditions without exactly one of `property`, `items` and `any`, and conditions of a property without exactly one
of `is`, `in`, `not_in` and `custom_constraint`.

## Why
A rule with two requirements is two rules, and one without any requires nothing.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {when: [[value]]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {when: [[value]], none: [[length]]}
```
",
    check: Check::Reading,
};
