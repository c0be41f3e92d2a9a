//! `duplicate-key`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::DUPLICATE_KEY,
    family: Family::Yaml,
    summary: "A map contains the same key twice",
    docs: r"
## What it does
Reports a key that occurs twice in the same map, and shows both places.

## Why
Heat keeps the last one and silently ignores the others: a resource, a property or an output is missing.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  token: {type: OS::Heat::UpdateWaitConditionHandle}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  handle: {type: OS::Heat::UpdateWaitConditionHandle}
```
",
    check: Check::Reading(Severity::Warning),
};
