//! `unknown-section`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownSection.id(),
    family: Family::Structure,
    summary: "A top-level key is not a section",
    docs: r"
## What it does
Reports a top-level key that is not a section in the template version.

## Why
Heat refuses the template. Often the section is misspelt, or was added in a later version.

## Example
```yaml
heat_template_version: 2018-08-31
resource:
  token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Error(Problem::UnknownSection),
};
