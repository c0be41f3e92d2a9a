//! `several-documents`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::SEVERAL_DOCUMENTS,
    family: Family::Yaml,
    summary: "The file contains a second document",
    docs: r"
## What it does
Reports a `---` after which a second document starts.

## Why
A template is a single document.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
---
outputs:
  token: {value: {get_resource: token}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_resource: token}}
```
",
    check: Check::Reading(Severity::Error),
};
