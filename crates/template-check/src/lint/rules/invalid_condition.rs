//! `invalid-condition`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidCondition.id(),
    family: Family::Conditions,
    summary: "A condition is neither a boolean nor a condition function",
    docs: r"
## What it does
Reports a condition that is defined neither by a boolean nor by a function for conditions.

## Why
Heat refuses the template. To refer to another condition, use a function: `{not: other}`.

## Example
```yaml
heat_template_version: 2018-08-31
conditions:
  large: production
resources:
  token: {type: OS::Heat::RandomString, condition: large}
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
```
",
    check: Check::Error(Problem::InvalidCondition),
};
