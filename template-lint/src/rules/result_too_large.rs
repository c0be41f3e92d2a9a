//! `result-too-large`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ResultTooLarge.id(),
    family: Family::Limits,
    summary: "The functions of the template write too much",
    docs: r"
## What it does
Reports a template whose functions write more than 32 MiB. Heat has no such limit.

## Why
A small template can make a program write without end. What comes after is not checked.

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
