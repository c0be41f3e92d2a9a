//! `misspelt-parameter-default`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
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
};
