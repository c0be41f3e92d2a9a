//! `external-dependency`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ExternalDependency.id(),
    family: Family::Resources,
    summary: "A resource with `external_id` has `depends_on`",
    docs: r"
## What it does
Reports a resource with both `external_id` and `depends_on`.

## Why
Heat does not create the resource, so it has nothing to wait for.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
    depends_on: token
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
```
",
    check: Check::Error(Problem::ExternalDependency),
};
