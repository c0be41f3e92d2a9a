//! Rules about outputs that have no code here: `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Outputs,
        Problem::InvalidOutput,
        "An output has the wrong form",
        r"
## What it does
Reports an output that is not a map.

## Why
Heat refuses the template. The value belongs under `value`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: text
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_resource: token}}
```
",
    ),
    Rule::error(
        Family::Outputs,
        Problem::MissingOutputValue,
        "An output has no value",
        r"
## What it does
Reports an output without a `value`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {vlaue: {get_resource: token}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_resource: token}}
```
",
    ),
];
