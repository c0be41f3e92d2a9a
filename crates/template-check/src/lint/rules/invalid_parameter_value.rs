//! `invalid-parameter-value`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidParameterValue.id(),
    family: Family::Parameters,
    summary: "The value of a parameter is refused",
    docs: r"
## What it does
Reports a parameter whose value or default does not match the type of the parameter or violates a constraint.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: large}
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

`environment.yaml`:
```yaml
parameters: {size: 12}
```
",
    check: Check::Error(Problem::InvalidParameterValue),
};
