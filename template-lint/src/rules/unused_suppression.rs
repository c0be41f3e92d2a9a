//! `unused-suppression`.

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-suppression",
    family: Family::Suppressions,
    summary: "A comment allows what no rule finds",
    docs: r"
## What it does
Reports a comment that switches off a rule that finds nothing there, or one of an error. Errors cannot be switched off.

## Why
The comment was needed once, or stands in the wrong line. It would hide the next finding of that rule.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter) a later version uses it
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Suppressions,
};
