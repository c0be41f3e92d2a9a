//! `too-large`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::TOO_LARGE,
    severity: Severity::Error,
    summary: "A file is too large to be a schema",
    docs: r"
## What it does
Reports a file of more than 16 MiB.

## Why
The largest of Heat's own schemas has about 30 kB. A file of more than 16 MiB is not a schema, and reading it would
waste time.

## Example
A schema file of 20 MiB.

## Use instead
Check that the path leads to the intended file.
",
    check: Check::Reading,
};
