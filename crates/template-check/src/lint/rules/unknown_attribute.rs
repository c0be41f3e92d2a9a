//! `unknown-attribute`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownAttribute.id(),
    family: Family::Resources,
    summary: "A reference to an attribute that does not exist",
    docs: r"
## What it does
Reports a `get_attr` of an attribute that the type of the resource does not have.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, vlaue]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    check: Check::Error(Problem::UnknownAttribute),
};
