//! `unknown-resource-key`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownResourceKey.id(),
    family: Family::Resources,
    summary: "A resource has an unknown key",
    docs: r"
## What it does
Reports a key of a resource that does not exist in the template version.

## Why
Heat refuses the template. Often a property was written beside `properties` instead of under it.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    length: 8
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
    check: Check::Error(Problem::UnknownResourceKey),
};
