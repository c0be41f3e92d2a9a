//! Rules about environments. `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Environment,
        Problem::InvalidEnvironment,
        "An environment is malformed",
        r"
## What it does
Reports an environment that is not a map, or that has a section of the wrong form.

## Why
Heat refuses the environment.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
parameters: [size]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 8}
```
",
    ),
    Rule::error(
        Family::Environment,
        Problem::UnknownEnvironmentSection,
        "A section of an environment does not exist",
        r"
## What it does
Reports a top-level key of an environment that is not a section.

## Why
Heat refuses the environment.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameter: {size: 8}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 8}
```
",
    ),
    Rule::error(
        Family::Environment,
        Problem::InvalidRegistry,
        "The registry of an environment is malformed",
        r"
## What it does
Reports a `resource_registry` that is not a map from types to other types or nested templates.

## Why
Heat refuses the environment.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
resource_registry: [My::Token]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: My::Token}
```

`environment.yaml`:
```yaml
resource_registry: {My::Token: OS::Heat::RandomString}
```
",
    ),
    Rule::error(
        Family::Environment,
        Problem::UnknownHook,
        "A hook does not exist",
        r"
## What it does
Reports a hook in the registry that Heat does not have.

## Why
Heat refuses the environment. The hooks are `pre-create`, `pre-update`, `pre-delete`, `post-create`, `post-update`, `post-
delete`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
resource_registry: {resources: {token: {hooks: before-create}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
resource_registry: {resources: {token: {hooks: pre-create}}}
```
",
    ),
    Rule::error(
        Family::Environment,
        Problem::UnknownRestrictedAction,
        "A restricted action does not exist",
        r"
## What it does
Reports an action under `restricted_actions` that Heat does not have.

## Why
Heat refuses the environment. The actions are `update` and `replace`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
resource_registry: {resources: {token: {restricted_actions: delete}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```

`environment.yaml`:
```yaml
resource_registry: {resources: {token: {restricted_actions: replace}}}
```
",
    ),
    Rule::error(
        Family::Environment,
        Problem::InvalidMergeStrategy,
        "The type of a parameter cannot be merged",
        r"
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
    ),
    Rule::error(
        Family::Environment,
        Problem::ConflictingMergeStrategy,
        "Files merge a parameter in different ways",
        r"
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
    ),
    Rule::error(
        Family::Environment,
        Problem::UnmergeableValue,
        "Values of a parameter in several files cannot be merged",
        r"
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
    ),
];
