//! `invalid-utf8`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-utf8",
    severity: Severity::Error,
    summary: "A file is not valid UTF-8",
    docs: r"
## What it does
Reports a file with bytes that are not valid UTF-8, and shows the line of the first one.

## Why
Schemas are always read as UTF-8, so that they mean the same everywhere.

## Example
A file with `Größe` saved as Latin-1.

## Use instead
Save the file as UTF-8.
",
    check: Check::Reading,
};
