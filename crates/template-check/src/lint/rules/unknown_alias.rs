//! `unknown-alias`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::UNKNOWN_ALIAS,
    family: Family::Yaml,
    summary: "An alias names an anchor that does not exist",
    docs: r"
## What it does
Reports an alias, `*name`, without an anchor `&name` before it.

## Why
Heat cannot read the template. A string that begins with `*` needs quotes.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: *any}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '*any'}
```
",
    check: Check::Reading(Severity::Error),
};
