//! `invalid-merge`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::INVALID_MERGE,
    family: Family::Yaml,
    summary: "A merge key has a value that cannot be merged",
    docs: r"
## What it does
Reports a `<<` whose value is neither a map nor a list of maps.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    <<: text
    type: OS::Heat::RandomString
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
```
",
    check: Check::Reading(Severity::Error),
};
