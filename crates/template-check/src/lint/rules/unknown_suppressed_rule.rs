//! `unknown-suppressed-rule`.

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-suppressed-rule",
    family: Family::Suppressions,
    summary: "An `allow` comment names a rule that does not exist",
    docs: r"
## What it does
Reports an `allow` comment that does not name an existing rule, or that cannot be read.

## Why
The comment has no effect.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-paramter) a later version uses it
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter) a later version uses it
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Suppressions,
};
