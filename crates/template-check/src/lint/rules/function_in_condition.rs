//! `function-in-condition`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::FunctionInCondition.id(),
    family: Family::Functions,
    summary: "A condition calls a function that conditions do not support",
    docs: r"
## What it does
Reports a function that cannot be used in the definition of a condition.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{str_split: ['-', {get_param: stage}, 0]}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
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
    check: Check::Error(Problem::FunctionInCondition),
};
