//! `alias-expansion`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::ALIAS_EXPANSION,
    severity: Severity::Error,
    summary: "Aliases expand to too much data",
    docs: r"
## What it does
Reports a file whose aliases (`*name`) and merge keys (`<<`) expand to more than 100,000 values.

## Why
Every alias is a copy of its anchor's value. Nested aliases multiply: ten lines can exhaust any amount of memory.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {}
```
",
    check: Check::Reading,
};
