//! `unknown-resource`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownResource.id(),
    family: Family::Resources,
    summary: "A reference to a resource that does not exist",
    docs: r"
## What it does
Reports a `get_resource`, a `get_attr` or a `depends_on` that does not name a resource, or names one that a condition
always removes.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [tokn, value]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    check: Check::Error(Problem::UnknownResource),
};
