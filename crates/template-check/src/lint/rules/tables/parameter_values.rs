//! Rules about values and groups of parameters. `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Parameters,
        Problem::InvalidParameterValue,
        "The value of a parameter is refused",
        r"
## What it does
Reports a parameter whose value or default does not match the type of the parameter or violates a constraint.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: large}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 12}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::MissingParameter,
        "A parameter has no value",
        r"
## What it does
With `--strict`, reports a parameter that has neither a value nor a default.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 12}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::UnknownParameter,
        "A reference to a parameter that does not exist",
        r"
## What it does
Reports a `get_param` whose argument is not the name of a parameter.

## Why
Heat does not create the stack. If the call is in the value of an output, Heat creates the stack, and the output has no value: this is a
warning.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}, salt: {get_param: siez}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}, salt: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::ValueForUnknownParameter,
        "A value is given for a parameter that does not exist",
        r"
## What it does
Reports a value in an environment or on the command line for a parameter that the template does not declare.

## Why
Heat refuses the values. A default for many templates belongs under `parameter_defaults`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {siez: 12}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

`environment.yaml`:
```yaml
parameters: {size: 12}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::InvalidParameterGroup,
        "A group of parameters is malformed",
        r"
## What it does
Reports a section `parameter_groups`, or a group in it, that has the wrong form. The section is a list of maps, each with a list of
`parameters`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameter: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::UnknownGroupedParameter,
        "A group lists a parameter that does not exist",
        r"
## What it does
Reports a name in `parameter_groups` that is not the name of a parameter.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [length]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::ParameterInSeveralGroups,
        "A parameter is in several groups",
        r"
## What it does
Reports a parameter that `parameter_groups` lists twice.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
  - {label: Token, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameter_groups:
  - {label: Size, parameters: [size]}
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::ImmutableParameter,
        "An update changes an immutable parameter",
        r"
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
    ),
];
