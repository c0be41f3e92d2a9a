//! `unknown-hook`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownHook.id(),
    family: Family::Environment,
    summary: "A hook does not exist",
    docs: r"
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
    check: Check::Error(Problem::UnknownHook),
};
