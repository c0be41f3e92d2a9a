//! `unknown-condition`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownCondition.id(),
    family: Family::Conditions,
    summary: "A condition does not exist",
    docs: r"
## What it does
Reports the name of a condition, under `condition` or in a function, that does not exist.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
  other: {type: OS::Heat::RandomString, condition: production}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
  other: {type: OS::Heat::RandomString, condition: in_production}
```
",
    check: Check::Error(Problem::UnknownCondition),
};
