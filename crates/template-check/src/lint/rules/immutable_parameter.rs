//! `immutable-parameter`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ImmutableParameter.id(),
    family: Family::Parameters,
    summary: "An update changes an immutable parameter",
    docs: r"
## What it does
Reports an update that changes the value of an `immutable` parameter. `validate` sees one template, and reports nothing.

## Why
Heat refuses the update.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., immutable: true, default: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 12}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., immutable: true, default: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    check: Check::Error(Problem::ImmutableParameter),
};
