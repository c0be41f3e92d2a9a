//! `invalid-nested-template`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidNestedTemplate.id(),
    family: Family::Environment,
    summary: "A nested template cannot be used",
    docs: r"
## What it does
Reports a resource whose nested template cannot be read as a template.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  web: {type: web.yaml}
```

`web.yaml`:
```yaml
resources: {}
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
    check: Check::Error(Problem::InvalidNestedTemplate),
};
