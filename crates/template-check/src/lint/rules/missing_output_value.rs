//! `missing-output-value`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingOutputValue.id(),
    family: Family::Outputs,
    summary: "An output has no value",
    docs: r"
## What it does
Reports an output without a `value`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {vlaue: {get_resource: token}}
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
    check: Check::Error(Problem::MissingOutputValue),
};
