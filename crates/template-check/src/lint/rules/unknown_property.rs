//! `unknown-property`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownProperty.id(),
    family: Family::Resources,
    summary: "A property does not exist",
    docs: r"
## What it does
Reports a property, or a part of one, that the type does not have.

## Why
Heat refuses a property that does not exist when the template is validated, and a part of one when the stack is created.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {lenght: 8}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 8}
```
",
    check: Check::Error(Problem::UnknownProperty),
};
