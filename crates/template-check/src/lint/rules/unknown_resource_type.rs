//! `unknown-resource-type`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownType.id(),
    family: Family::Resources,
    summary: "A resource type does not exist",
    docs: r"
## What it does
Reports a `type` that is neither a type of Heat, nor in the registry of an environment, nor the name of a nested template.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomStrin}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Error(Problem::UnknownType),
};
