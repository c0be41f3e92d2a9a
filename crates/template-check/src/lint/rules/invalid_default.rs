//! `invalid-default`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidDefault.id(),
    family: Family::Parameters,
    summary: "The default of a parameter violates a constraint",
    docs: r"
## What it does
Reports a default that a constraint of the same parameter refuses.

## Why
Heat refuses the template, even if a value is given.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    default: 4
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    default: 8
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::InvalidDefault),
};
