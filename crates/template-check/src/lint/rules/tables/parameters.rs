//! Rules about definitions of parameters. `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Parameters,
        Problem::InvalidParameter,
        "The definition of a parameter has the wrong form",
        r"
## What it does
Reports a parameter whose definition is not a map, or whose `tags` are not a list.

## Why
Heat refuses the template. A value belongs under `default`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: 8
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., default: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::UnknownParameterKey,
        "The definition of a parameter has an unknown key",
        r"
## What it does
Reports a key of a parameter's definition that the template version does not have.

## Why
Heat refuses the template. Often the key is misspelt, or `min` and `max` are outside of a constraint.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., defualt: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has., default: 8}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::MissingParameterType,
        "A parameter has no type",
        r"
## What it does
Reports a parameter without a `type`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {description: How many characters the token has.}
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
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::UnknownParameterType,
        "The type of a parameter does not exist",
        r"
## What it does
Reports a `type` that is not a type of parameters.

## Why
The types of parameters are `string`, `number`, `boolean`, `json` and `comma_delimited_list`; `integer`, `map` and `list` are
types of properties.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: integer, description: How many characters the token has.}
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
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::InvalidParameterConstraint,
        "A constraint of a parameter is malformed",
        r"
## What it does
Reports a constraint that Heat cannot read: an unknown kind, an unknown key, a limit that is not a number, or a pattern with a
syntax error.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{range: {minimum: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::ConstraintNotForType,
        "A constraint does not apply to the type of its parameter",
        r"
## What it does
Reports a constraint that parameters of this type cannot have, such as a `length` for a number.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{length: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Parameters,
        Problem::InvalidDefault,
        "The default of a parameter violates a constraint",
        r"
## What it does
Reports a default that a constraint of the same parameter refuses.

## Why
Heat refuses the template, even if a value is given.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    default: 4
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    description: How many characters the token has.
    default: 8
    constraints: [{range: {min: 8}}]
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
];
