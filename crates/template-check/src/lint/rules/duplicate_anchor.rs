//! `duplicate-anchor`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_ANCHOR,
    family: Family::Yaml,
    summary: "An anchor is defined twice",
    docs: r"
## What it does
Reports a second anchor of the same name.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: &common {length: 8}
  second:
    type: OS::Heat::RandomString
    properties: &common {length: 9}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: &common {length: 8}
  second:
    type: OS::Heat::RandomString
    properties: *common
```
",
    check: Check::Reading(Severity::Error),
};
