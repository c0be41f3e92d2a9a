//! `unknown-environment-section`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownEnvironmentSection.id(),
    family: Family::Environment,
    summary: "A section of an environment does not exist",
    docs: r"
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
    check: Check::Error(Problem::UnknownEnvironmentSection),
};
