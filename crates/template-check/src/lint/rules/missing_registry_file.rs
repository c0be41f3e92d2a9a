//! `missing-registry-file`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-registry-file",
    family: Family::Environment,
    summary: "A template that the registry names does not exist",
    docs: r"
## What it does
Reports a file that the `resource_registry` of an environment names and that does not exist.

## Why
The client has to send it, and ends with an error if it cannot read it. It reads all files of the registry, also those of types that
the template does not use.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  server: {type: My::Server}
```

`environment.yaml`:
```yaml
resource_registry: {My::Server: sever.yaml}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  server: {type: My::Server}
```

`environment.yaml`:
```yaml
resource_registry: {My::Server: server.yaml}
```

`server.yaml`:
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Files(Severity::Error),
};
