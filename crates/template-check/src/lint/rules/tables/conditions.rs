//! Rules about conditions that have no code here: `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Conditions,
        Problem::InvalidCondition,
        "A condition is neither a boolean nor a condition function",
        r"
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
    ),
    Rule::error(
        Family::Conditions,
        Problem::UnknownCondition,
        "A condition does not exist",
        r"
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
    ),
    Rule::error(
        Family::Conditions,
        Problem::CircularCondition,
        "Conditions form a cycle",
        r"
## What it does
Reports a condition that depends on itself, directly or through others.

## Why
Heat cannot evaluate it, and refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
conditions:
  large: {not: small}
  small: {not: large}
resources:
  token: {type: OS::Heat::RandomString, condition: large}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
conditions:
  large: true
  small: {not: large}
resources:
  token: {type: OS::Heat::RandomString, condition: small}
```
",
    ),
];
