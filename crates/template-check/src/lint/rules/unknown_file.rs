//! `unknown-file`.

use heat_yaml::Severity;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
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
};
