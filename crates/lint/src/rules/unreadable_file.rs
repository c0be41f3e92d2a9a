//! `unreadable-file`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unreadable-file",
    severity: Severity::Error,
    summary: "A file or folder could not be read",
    docs: r"
## What it does
Reports a file that does not exist, that the user has no permission to read or that is a folder, and a symbolic link
to a folder that contains it.

## Why
Its contents are missing from the catalogue.

## Example
A misspelt path on the command line, or a schema file that belongs to another user.

## Use instead
Use a path that exists and that you have permission to read.
",
    check: Check::Reading,
};
