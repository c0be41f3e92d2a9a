//! `result-too-large`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ResultTooLarge.id(),
    family: Family::Limits,
    summary: "The functions produce too much output",
    docs: r"
## What it does
Reports a template whose functions produce more than 32 MiB. Heat has no such limit.

## Why
Even a small template can produce output without limit. Beyond the limit, nothing is checked.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value:
        repeat:
          for_each: {a: &ten ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'], b: *ten, c: *ten, d: *ten, e: *ten, f: *ten, g: *ten, h: *ten, i: *ten}
          template: abcdefghi
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value:
        repeat:
          for_each: {a: ['1', '2', '3'], b: ['1', '2', '3']}
          template: ab
```
",
    check: Check::Error(Problem::ResultTooLarge),
};
