//! `duplicate-type`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "duplicate-type",
    severity: Severity::Error,
    summary: "Two files describe the same resource type",
    docs: r"
## What it does
Reports a schema file whose type is already described by another file.

## Why
Only one of the two can be used, and it is not clear which.

## Example
`My/Custom/Token.yaml` and `My/Custom/Token2.yaml`, both with `type: My::Custom::Token`.

## Use instead
Keep one of the files, or rename the second type.
",
    check: Check::Reading,
};
