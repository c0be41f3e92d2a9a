//! `unknown-grouped-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownGroupedParameter.id(),
    family: Family::Parameters,
    summary: "A group lists a parameter that does not exist",
    docs: r"
## What it does
Reports a name in `parameter_groups` that is not the name of a parameter.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [length]}
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
    check: Check::Error(Problem::UnknownGroupedParameter),
};
