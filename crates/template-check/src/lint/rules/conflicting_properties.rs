//! `conflicting-properties`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ConflictingProperties.id(),
    family: Family::Resources,
    summary: "Both the old and the new name of a property are given",
    docs: r"
## What it does
Reports a resource that sets a property under both its old and its new name.

## Why
Heat cannot decide between the two values, and does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: web, subnet: front, subnet_id: front}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: web, subnet: front}
```
",
    check: Check::Error(Problem::ConflictingProperties),
};
