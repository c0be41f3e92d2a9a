//! `duplicate-name`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::DuplicateName.id(),
    family: Family::Resources,
    summary: "A resource and a parameter have the same name",
    docs: r"
## What it does
Reports a resource that has the same name as a parameter.

## Why
Heat refuses the template: `Ref` could mean either.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  size:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
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
",
    check: Check::Error(Problem::DuplicateName),
};
