//! `recursive-alias`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::RECURSIVE_ALIAS,
    family: Family::Yaml,
    summary: "A value contains itself",
    docs: r"
## What it does
Reports an alias within the value that it stands for.

## Why
The value would be infinite.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: &list [1, *list]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [1, 2]
```
",
    check: Check::Reading(Severity::Error),
};
