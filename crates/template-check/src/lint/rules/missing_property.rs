//! `missing-property`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingProperty.id(),
    family: Family::Resources,
    summary: "A required property has no value",
    docs: r"
## What it does
Reports a resource without a value for a required property, or a map without a required part.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  key: {type: OS::Nova::KeyPair}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Nova::KeyPair
    properties: {name: web}
```
",
    check: Check::Error(Problem::MissingProperty),
};
