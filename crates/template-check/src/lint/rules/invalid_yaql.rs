//! `invalid-yaql`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidYaql.id(),
    family: Family::Functions,
    summary: "The expression of a yaql has a syntax error",
    docs: r"
## What it does
Reports an `expression` that yaql cannot read.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {yaql: {expression: '$.data.token.(', data: {token: {get_resource: token}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {yaql: {expression: $.data.token, data: {token: {get_resource: token}}}}}
```
",
    check: Check::Error(Problem::InvalidYaql),
};
