//! Rules about YAML that have no code here: the YAML parser reports their findings.

use heat_yaml::{Severity, code, docs};

use crate::{Check, Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::yaml(&docs::SYNTAX),
    Rule::yaml(&docs::SEVERAL_DOCUMENTS),
    Rule::yaml(&docs::DUPLICATE_KEY),
    Rule::yaml(&docs::UNHASHABLE_KEY),
    Rule::yaml(&docs::INVALID_MERGE),
    Rule::yaml(&docs::UNKNOWN_TAG),
    Rule::yaml(&docs::UNKNOWN_ALIAS),
    Rule::yaml(&docs::RECURSIVE_ALIAS),
    Rule::yaml(&docs::DUPLICATE_ANCHOR),
    Rule {
        id: code::INVALID_VALUE,
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
    },
];
