//! `parameter-in-several-groups`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ParameterInSeveralGroups.id(),
    family: Family::Parameters,
    summary: "A parameter is in several groups",
    docs: r"
## What it does
Reports a parameter that `parameter_groups` lists twice.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
  - {label: Token, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::ParameterInSeveralGroups),
};
