//! `unknown-tag`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_TAG,
    family: Family::Yaml,
    summary: "A value has a tag that Heat does not know",
    docs: r"
## What it does
Reports a tag such as `!Ref` or `!GetAtt`.

## Why
Heat cannot read the template: the short forms of functions belong to AWS CloudFormation.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: !GetAtt token.value}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    check: Check::Reading(Severity::Error),
};
