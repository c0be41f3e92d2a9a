//! `invalid-parameter-constraint`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidParameterConstraint.id(),
    family: Family::Parameters,
    summary: "A constraint of a parameter is malformed",
    docs: r"
## What it does
Reports a constraint that Heat cannot read: an unknown kind, an unknown key, a limit that is not a number, or a pattern with a
syntax error.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{range: {minimum: 8}}]
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
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::InvalidParameterConstraint),
};
