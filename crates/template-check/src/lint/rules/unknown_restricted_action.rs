//! `unknown-restricted-action`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownRestrictedAction.id(),
    family: Family::Environment,
    summary: "A restricted action does not exist",
    docs: r"
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
    check: Check::Error(Problem::UnknownRestrictedAction),
};
