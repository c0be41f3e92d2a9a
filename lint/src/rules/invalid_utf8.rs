//! `invalid-utf8`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-utf8",
    severity: Severity::Error,
    summary: "A file is not UTF-8 text",
    docs: r"
## What it does
Reports a file with bytes that are no UTF-8, with the line of the first.

## Why
Schemas are read as UTF-8 and in no other encoding, so that they mean the same everywhere.

## Example
A file with `Größe` saved as Latin-1.

## Use instead
Save the file as UTF-8.
",
    check: Check::Reading,
};
