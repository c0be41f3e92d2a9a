//! `unknown-section`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnknownSection.id(),
    family: Family::Structure,
    summary: "A key of the document is no section",
    docs: r"
## What it does
Reports a key of the document that is no section in the version of the template.

## Why
Heat refuses the template. Often a section is misspelt, or came with a later version.

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
