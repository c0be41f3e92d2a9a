//! `syntax`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SYNTAX,
    family: Family::Yaml,
    summary: "The text is not YAML",
    docs: r"
## What it does
Reports a place at which neither a JSON nor a YAML parser can continue.

## Why
Heat cannot read the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
   properties: {length: 8}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 8}
```
",
    check: Check::Reading(Severity::Error),
};
