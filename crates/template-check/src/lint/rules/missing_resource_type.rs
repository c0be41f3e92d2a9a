//! `missing-resource-type`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingResourceType.id(),
    family: Family::Resources,
    summary: "A resource has no type",
    docs: r"
## What it does
Reports a resource without a `type`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
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
    check: Check::Error(Problem::MissingResourceType),
};
