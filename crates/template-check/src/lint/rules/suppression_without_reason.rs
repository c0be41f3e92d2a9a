//! `suppression-without-reason`.

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "suppression-without-reason",
    family: Family::Suppressions,
    summary: "An `allow` comment gives no reason",
    docs: r"
## What it does
Reports a comment that switches off a rule and does not say why.

## Why
Later readers of the template cannot tell whether the reason still applies.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}  # heat-codegen: allow(unused-parameter)
resources:
  token: {type: OS::Heat::RandomString}
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
