//! `property-constraint`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ViolatedPropertyConstraint.id(),
    family: Family::Resources,
    summary: "The value of a property violates a constraint",
    docs: r"
## What it does
Reports a value that a constraint of its property refuses. Constraints that query the cloud are not checked.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 1000}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 512}
```
",
    check: Check::Error(Problem::ViolatedPropertyConstraint),
};
