//! `invalid-output`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidOutput.id(),
    family: Family::Outputs,
    summary: "An output has the wrong form",
    docs: r"
## What it does
Reports an output that is not a map.

## Why
Heat refuses the template. The value belongs under `value`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: text
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
    check: Check::Error(Problem::InvalidOutput),
};
