//! `unknown-template-version`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownVersion.id(),
    family: Family::Structure,
    summary: "The template version does not exist",
    docs: r"
## What it does
Reports a template that declares no version, several versions, or a version that Heat does not know.

## Why
The version determines which functions and sections exist.

## Example
```yaml
heat_template_version: 2018-08-30
resources:
  token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Error(Problem::UnknownVersion),
};
