//! `invalid-parameter-group`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidParameterGroup.id(),
    family: Family::Parameters,
    summary: "A group of parameters is malformed",
    docs: r"
## What it does
Reports a section `parameter_groups`, or a group in it, that has the wrong form. The section is a list of maps, each with a list of
`parameters`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameter: [size]}
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
    check: Check::Error(Problem::InvalidParameterGroup),
};
