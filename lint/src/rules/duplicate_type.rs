//! `duplicate-type`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "duplicate-type",
    severity: Severity::Error,
    summary: "Two files describe one resource type",
    docs: r"
## What it does
Reports a schema file whose type another file has described already.

## Why
Only one of the two can be used, and nothing says which.

## Example
`My/Custom/Token.yaml` and `My/Custom/Token2.yaml`, both with `type: My::Custom::Token`.

## Use instead
Keep one of the files, or give the second type a name of its own.
",
    check: Check::Reading,
};
