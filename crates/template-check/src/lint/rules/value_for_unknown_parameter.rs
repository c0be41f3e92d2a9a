//! `value-for-unknown-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ValueForUnknownParameter.id(),
    family: Family::Parameters,
    summary: "A value is given for a parameter that does not exist",
    docs: r"
## What it does
Reports a value in an environment or on the command line for a parameter that the template does not declare.

## Why
Heat refuses the values. A default for many templates belongs under `parameter_defaults`.

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
parameters: {siez: 12}
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
    check: Check::Error(Problem::ValueForUnknownParameter),
};
