//! `failing-yaql`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::FailingYaql.id(),
    family: Family::Functions,
    summary: "The expression of a yaql fails",
    docs: r"
## What it does
Evaluates the expressions of `yaql` whose data are known, and reports those that fail.

## Why
Heat evaluates the expressions in properties when it validates a template, and refuses it if one fails. When it validates a new stack,
attributes are null: an expression that gets one has to accept that, for example by `coalesce($.data.NAME, [])`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, default: '80,443', description: Open ports.}
resources:
  first:
    type: OS::Heat::Value
    properties: {value: {yaql: {expression: $.data.ports.first() + 1, data: {ports: {get_param: ports}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, default: '80,443', description: Open ports.}
resources:
  first:
    type: OS::Heat::Value
    properties: {value: {yaql: {expression: int($.data.ports.first()) + 1, data: {ports: {get_param: ports}}}}}
```
",
    check: Check::Error(Problem::FailingYaql),
};
