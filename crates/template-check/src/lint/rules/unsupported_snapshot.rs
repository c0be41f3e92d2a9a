//! `unsupported-snapshot`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnsupportedSnapshot.id(),
    family: Family::Resources,
    summary: "The type does not support the deletion policy `snapshot`",
    docs: r"
## What it does
Reports `deletion_policy: snapshot` for a type that cannot make a snapshot.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: snapshot
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    deletion_policy: snapshot
    properties: {size: 10}
```
",
    check: Check::Error(Problem::UnsupportedSnapshot),
};
