//! `invalid-arguments`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::FunctionArguments.id(),
    family: Family::Functions,
    summary: "The arguments of a function have the wrong form",
    docs: r"
## What it does
Reports a call with too few or too many arguments, or with arguments of the wrong form, such as a list in place of a map.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {list_join: [{get_resource: token}]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {list_join: ['-', [token, {get_resource: token}]]}}
```
",
    check: Check::Error(Problem::FunctionArguments),
};
