//! `missing-parameter-type`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingParameterType.id(),
    family: Family::Parameters,
    summary: "A parameter has no type",
    docs: r"
## What it does
Reports a parameter without a `type`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::MissingParameterType),
};
