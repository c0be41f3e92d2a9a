//! `unknown-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownParameter.id(),
    family: Family::Parameters,
    summary: "A reference to a parameter that does not exist",
    docs: r"
## What it does
Reports a `get_param` whose argument is not the name of a parameter.

## Why
Heat does not create the stack. If the call is in the value of an output, Heat creates the stack, and the output has no value: this is a
warning.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}, salt: {get_param: siez}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}, salt: {get_param: size}}
```
",
    check: Check::Error(Problem::UnknownParameter),
};
