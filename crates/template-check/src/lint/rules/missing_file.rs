//! `missing-file`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::MissingFile.id(),
    family: Family::Functions,
    summary: "A file is not among those that the client sends",
    docs: r"
## What it does
Reports a `get_file` whose name is computed, if no other part of the template names that file.

## Why
The client only sends the files that the template names. Without the file, Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  script: {type: string, description: The script to run., default: setup.sh}
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_file: {get_param: script}}}
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
    check: Check::Error(Problem::MissingFile),
};
