//! `invalid-resource`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidResource.id(),
    family: Family::Resources,
    summary: "A part of a resource has the wrong type",
    docs: r"
## What it does
Reports a resource that is not a map, or a key of a resource whose value has the wrong type, such as a function under `depends_on`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  other:
    type: OS::Heat::RandomString
    depends_on: {get_resource: token}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  other:
    type: OS::Heat::RandomString
    depends_on: token
```
",
    check: Check::Error(Problem::InvalidResource),
};
