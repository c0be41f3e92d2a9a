//! `nested-stack-limit`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::NestedStackLimit.id(),
    family: Family::Limits,
    summary: "Stacks are nested too deeply, or too large",
    docs: r"
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
    check: Check::Error(Problem::NestedStackLimit),
};
