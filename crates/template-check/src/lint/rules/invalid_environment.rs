//! `invalid-environment`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidEnvironment.id(),
    family: Family::Environment,
    summary: "An environment is malformed",
    docs: r"
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
    check: Check::Error(Problem::InvalidEnvironment),
};
