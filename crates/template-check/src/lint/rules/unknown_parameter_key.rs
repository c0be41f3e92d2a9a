//! `unknown-parameter-key`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownParameterKey.id(),
    family: Family::Parameters,
    summary: "The definition of a parameter has an unknown key",
    docs: r"
## What it does
Reports a key of a parameter's definition that the template version does not have.

## Why
Heat refuses the template. Often the key is misspelt, or `min` and `max` are outside of a constraint.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., defualt: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., default: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::UnknownParameterKey),
};
