//! `missing-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingParameter.id(),
    family: Family::Parameters,
    summary: "A parameter has no value",
    docs: r"
## What it does
With `--strict`, reports a parameter that has neither a value nor a default.

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
    check: Check::Error(Problem::MissingParameter),
};
