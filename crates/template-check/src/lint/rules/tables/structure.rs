//! Rules about versions and sections of templates that have no code here: `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Structure,
        Problem::UnknownVersion,
        "The template version does not exist",
        r"
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
    ),
    Rule::error(
        Family::Structure,
        Problem::UnknownSection,
        "A top-level key is not a section",
        r"
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
    ),
    Rule::error(
        Family::Structure,
        Problem::InvalidSection,
        "A section is not a map",
        r"
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
    ),
];
