//! `invalid-property-value`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidPropertyValue.id(),
    family: Family::Resources,
    summary: "The value of a property has the wrong type",
    docs: r"
## What it does
Reports a value that cannot be read as the type of its property.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: long}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 40}
```
",
    check: Check::Error(Problem::InvalidPropertyValue),
};
