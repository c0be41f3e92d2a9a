//! `conflicting-merge-strategy`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ConflictingMergeStrategy.id(),
    family: Family::Environment,
    summary: "Files merge a parameter in different ways",
    docs: r"
## What it does
Reports files of an environment with different strategies for the same parameter.

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
parameters: {names: [b]}
parameter_merge_strategies: {names: deep_merge}
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
    check: Check::Error(Problem::ConflictingMergeStrategy),
};
