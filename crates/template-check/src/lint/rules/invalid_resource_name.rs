//! `invalid-resource-name`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidResourceName.id(),
    family: Family::Resources,
    summary: "The name of a resource contains a slash",
    docs: r"
## What it does
Reports a resource whose name contains `/`.

## Why
The name is a part of paths in Heat's API.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  web/token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  web_token: {type: OS::Heat::RandomString}
```
",
    check: Check::Error(Problem::InvalidResourceName),
};
