//! `unmergeable-value`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnmergeableValue.id(),
    family: Family::Environment,
    summary: "Values of a parameter in several files cannot be merged",
    docs: r"
## What it does
Reports a value that cannot be merged with the values of the same parameter in other environment files.

## Why
Heat refuses the environment.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  names: {type: comma_delimited_list, description: Names of the token., default: ''}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['', {get_param: names}]}}
```

`environment.yaml`:
```yaml
parameters: {names: [a]}
parameter_merge_strategies: {names: merge}
```

`production-environment.yaml`:
```yaml
parameters: {names: 5}
parameter_merge_strategies: {names: merge}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  names: {type: comma_delimited_list, description: Names of the token., default: ''}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['', {get_param: names}]}}
```

`environment.yaml`:
```yaml
parameters: {names: [a]}
parameter_merge_strategies: {names: merge}
```

`production-environment.yaml`:
```yaml
parameters: {names: [b]}
parameter_merge_strategies: {names: merge}
```
",
    check: Check::Error(Problem::UnmergeableValue),
};
