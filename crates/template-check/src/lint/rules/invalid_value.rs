//! `invalid-value`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_VALUE,
    family: Family::Yaml,
    summary: "An unquoted value does not match the type that YAML assigns to it",
    docs: r"
## What it does
Reports a value that YAML takes for a number or for binary data, but that cannot be read as such.

## Why
Heat cannot read the template. In quotes, the value is a string.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: 0x_}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '0x_'}
```
",
    check: Check::Reading(Severity::Error),
};
