//! `unknown-parameter-type`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownParameterType.id(),
    family: Family::Parameters,
    summary: "The type of a parameter does not exist",
    docs: r"
## What it does
Reports a `type` that is not a type of parameters.

## Why
The types of parameters are `string`, `number`, `boolean`, `json` and `comma_delimited_list`; `integer`, `map` and `list` are
types of properties.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: integer, description: How many characters the token has.}
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
    check: Check::Error(Problem::UnknownParameterType),
};
