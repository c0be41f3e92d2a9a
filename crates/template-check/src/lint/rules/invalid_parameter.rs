//! `invalid-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidParameter.id(),
    family: Family::Parameters,
    summary: "The definition of a parameter has the wrong form",
    docs: r"
## What it does
Reports a parameter whose definition is not a map, or whose `tags` are not a list.

## Why
Heat refuses the template. A value belongs under `default`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: 8
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
    check: Check::Error(Problem::InvalidParameter),
};
