//! `removed-function`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::RemovedFunction.id(),
    family: Family::Functions,
    summary: "The template version no longer has the function",
    docs: r"
## What it does
Reports a function of the CloudFormation style that later versions of HOT removed.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {'Fn::Join': ['-', [token, {get_resource: token}]]}}
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
    check: Check::Error(Problem::RemovedFunction),
};
