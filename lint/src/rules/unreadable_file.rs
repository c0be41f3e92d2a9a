//! `unreadable-file`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unreadable-file",
    severity: Severity::Error,
    summary: "A file or folder could not be read",
    docs: r"
## What it does
Reports a file that does not exist, that the user may not read or that is a folder, and a symbolic link that leads back
to a folder around it.

## Why
Whatever stands in it is missing from the catalogue.

## Example
A path with a spelling mistake on the command line, or a schema file that belongs to another user.

## Use instead
Give a path that exists, and permission to read it.
",
    check: Check::Reading,
};
