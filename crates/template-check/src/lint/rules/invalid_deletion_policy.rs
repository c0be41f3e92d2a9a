//! `invalid-deletion-policy`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidDeletionPolicy.id(),
    family: Family::Resources,
    summary: "The deletion policy does not exist",
    docs: r"
## What it does
Reports a `deletion_policy` that the version of the template does not have.

## Why
Heat refuses the template. The policies are `delete`, `retain` and `snapshot`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: keep
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: retain
```
",
    check: Check::Error(Problem::InvalidDeletionPolicy),
};
