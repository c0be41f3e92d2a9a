//! `invalid-registry`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidRegistry.id(),
    family: Family::Environment,
    summary: "The registry of an environment is malformed",
    docs: r"
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
    check: Check::Error(Problem::InvalidRegistry),
};
