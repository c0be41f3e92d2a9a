//! Rules about limits. `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Limits,
        Problem::NestedTooDeep,
        "Functions or conditions are nested too deeply",
        r"
## What it does
Reports functions that are nested too deeply for Python's recursion limit.

## Why
Heat fails with a `RecursionError`.
",
    ),
    Rule::error(
        Family::Limits,
        Problem::NestedStackLimit,
        "Stacks are nested too deeply, or too large",
        r"
## What it does
Reports stacks that are nested more than five levels deep, or have more than 1,000 resources. An operator can change these
limits, which are Heat's defaults.

## Why
Heat refuses the template. Often a nested template contains itself.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  web: {type: web.yaml}
```

`web.yaml`:
```yaml
heat_template_version: 2018-08-31
resources:
  web: {type: web.yaml}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  web: {type: web.yaml}
```

`web.yaml`:
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    ),
    Rule::error(
        Family::Limits,
        Problem::TooManyResources,
        "The nested stacks have too many resources",
        r"
## What it does
Reports nested stacks that together have more resources than this program checks. Heat has no such limit.

## Why
The remaining resources are not checked.
",
    ),
    Rule::error(
        Family::Limits,
        Problem::ResultTooLarge,
        "The functions produce too much output",
        r"
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
    ),
];
