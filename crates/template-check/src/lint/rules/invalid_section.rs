//! `invalid-section`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::InvalidSection.id(),
    family: Family::Structure,
    summary: "A section is not a map",
    docs: r"
## What it does
Reports a section that is a list or a string.

## Why
A section maps names to definitions.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  - type: OS::Heat::RandomString
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Error(Problem::InvalidSection),
};
