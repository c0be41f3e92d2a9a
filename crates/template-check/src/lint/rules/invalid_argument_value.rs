//! `invalid-argument-value`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::FunctionValue.id(),
    family: Family::Functions,
    summary: "A function refuses the value of an argument",
    docs: r"
## What it does
Reports a call whose arguments have the right form, but values that the function cannot use, such as a number where it joins
strings.

## Why
Heat does not create the stack. If the call is in the value of an output, Heat creates the stack, and the output has no value: this is a
warning.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['-', 5]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['-', ['5']]}}
```
",
    check: Check::Error(Problem::FunctionValue),
};
