//! `validation-rule`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ViolatedValidationRule.id(),
    family: Family::Resources,
    summary: "Properties of a resource do not fit together",
    docs: r"
## What it does
Reports a resource whose properties are each valid, but together violate a rule of its type. The page of
each type lists its rules.

## Why
Heat does not create the stack. Unknown values, such as
those of parameters, are not compared.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  front:
    type: OS::Neutron::Subnet
    properties: {network: public, cidr: 10.0.0.0/24, subnetpool: small}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  front:
    type: OS::Neutron::Subnet
    properties: {network: public, cidr: 10.0.0.0/24}
```
",
    check: Check::Error(Problem::ViolatedValidationRule),
};
