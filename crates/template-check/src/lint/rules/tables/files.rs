//! Rules about nested templates and other files. `heat-hot` or the code that reads the files reports their findings.

use heat_hot::fault::Problem;
use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Environment,
        Problem::InvalidNestedTemplate,
        "A nested template cannot be used",
        r"
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
    ),
    Rule::error(
        Family::Environment,
        Problem::ProviderMismatch,
        "A nested template does not fit the type that it implements",
        r"
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
    ),
    Rule {
        id: "unknown-file",
        family: Family::Environment,
        summary: "A file that the template names cannot be read",
        docs: r"
## What it does
Reports a file of `get_file`, or a nested template, that does not exist, that must not be read, or whose name is a URL, which is
not fetched. A file of a registry that does not exist is an error.

## Why
The client has to send the file, and fails if it cannot read it. What depends on its contents is not checked.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_file: steup.sh}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_file: setup.sh}}
```

`setup.sh`:
```text
echo done
```
",
        check: Check::Files(Severity::Warning),
    },
    Rule {
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
    },
    Rule {
        id: "misspelt-parameter-default",
        family: Family::Environment,
        summary: "The name under `parameter_defaults` is misspelt",
        docs: r"
## What it does
Reports a name in the section `parameter_defaults` of an environment that no template of the stack has as a parameter, and that is
nearly the name of one for which the environment has no value.

## Why
Heat ignores defaults of parameters that do not exist, without a word, because an environment can be for several stacks.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  image: {type: string, description: The image of the servers., default: debian-11}
outputs:
  image: {value: {get_param: image}}
```

`environment.yaml`:
```yaml
parameter_defaults: {imagee: debian-12}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  image: {type: string, description: The image of the servers., default: debian-11}
outputs:
  image: {value: {get_param: image}}
```

`environment.yaml`:
```yaml
parameter_defaults: {image: debian-12}
```
",
        check: Check::Files(Severity::Warning),
    },
];
