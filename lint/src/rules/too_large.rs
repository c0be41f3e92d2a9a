//! `too-large`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::TOO_LARGE,
    severity: Severity::Error,
    summary: "A file is larger than any schema needs to be",
    docs: r"
## What it does
Reports a text of more than 16 MiB.

## Why
The largest of Heat's own schemas has some 30 kB. A file of that size is no schema, and reading it would only take time.

## Example
A schema file of 20 MiB.

## Use instead
Look whether the file is what its name says.
",
    check: Check::Reading,
};
