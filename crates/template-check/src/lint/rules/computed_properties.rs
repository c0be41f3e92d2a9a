//! `computed-properties`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ComputedProperties.id(),
    family: Family::Resources,
    summary: "A function is used in place of the `properties` map",
    docs: r"
## What it does
Reports a function in place of the whole `properties` map.

## Why
Heat has to know the names of the properties when it reads the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {get_param: settings}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {length: 8}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: [settings, length]}}
```
",
    check: Check::Error(Problem::ComputedProperties),
};
