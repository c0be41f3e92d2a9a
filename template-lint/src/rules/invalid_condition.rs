//! `invalid-condition`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidCondition.id(),
    family: Family::Conditions,
    summary: "The definition of a condition is none",
    docs: r"
## What it does
Reports a definition that is neither a boolean nor a function for conditions.

## Why
Heat refuses the template. Another condition is named by a function: `{not: other}`.

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
