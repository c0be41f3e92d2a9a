//! `invalid-merge-strategy`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidMergeStrategy.id(),
    family: Family::Environment,
    summary: "The type of a parameter cannot be merged",
    docs: r"
## What it does
Reports a merge strategy for a boolean.

## Why
Heat refuses the environment.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  flag: {type: boolean, description: Whether there is a token., default: true}
conditions:
  has_token: {get_param: flag}
resources:
  token: {type: OS::Heat::RandomString, condition: has_token}
```

`environment.yaml`:
```yaml
parameters: {flag: true}
parameter_merge_strategies: {flag: merge}
```

`production-environment.yaml`:
```yaml
parameters: {flag: 'false'}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  flag: {type: boolean, description: Whether there is a token., default: true}
conditions:
  has_token: {get_param: flag}
resources:
  token: {type: OS::Heat::RandomString, condition: has_token}
```

`environment.yaml`:
```yaml
parameters: {flag: true}
```
",
    check: Check::Error(Problem::InvalidMergeStrategy),
};
