//! `constraint-not-for-parameter-type`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ConstraintNotForType.id(),
    family: Family::Parameters,
    summary: "A constraint does not apply to the type of its parameter",
    docs: r"
## What it does
Reports a constraint that parameters of this type cannot have, such as a `length` for a number.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{length: {min: 8}}]
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
    check: Check::Error(Problem::ConstraintNotForType),
};
