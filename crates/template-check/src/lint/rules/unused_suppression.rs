//! `unused-suppression`.

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-suppression",
    family: Family::Suppressions,
    summary: "An `allow` comment has no effect",
    docs: r"
## What it does
Reports an `allow` comment for a rule that reports nothing there, or for an error: errors cannot be switched off.

## Why
The comment is no longer needed, or is on the wrong line. It would hide the next finding of that rule.

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
