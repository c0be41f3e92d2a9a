//! `provider-mismatch`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::ProviderMismatch.id(),
    family: Family::Environment,
    summary: "A nested template does not fit the type that it implements",
    docs: r"
## What it does
Reports a template that the registry names for a type, without a required property or an attribute of the type, or with a
property of another type.

## Why
Templates that use the type have to work with the nested template as well.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Heat::RandomString
```

`environment.yaml`:
```yaml
resource_registry: {'OS::Heat::RandomString': token.yaml}
```

`token.yaml`:
```yaml
heat_template_version: 2018-08-31
resources: {}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Heat::RandomString
```

`environment.yaml`:
```yaml
resource_registry: {'OS::Heat::RandomString': token.yaml}
```

`token.yaml`:
```yaml
heat_template_version: 2018-08-31
outputs:
  value: {value: secret}
```
",
    check: Check::Error(Problem::ProviderMismatch),
};
