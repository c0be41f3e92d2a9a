//! `unhashable-key`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNHASHABLE_KEY,
    family: Family::Yaml,
    summary: "A list or a map is used as a key",
    docs: r"
## What it does
Reports a key that is a list or a map.

## Why
Keys are strings. Usually the braces of a placeholder were meant to be part of a string: `{{ name }}`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {{ name }}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '{{ name }}'}
```
",
    check: Check::Reading(Severity::Error),
};
