//! `control-character`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::CONTROL_CHARACTER,
    severity: Severity::Error,
    summary: "A file contains a character that YAML does not allow",
    docs: r#"
## What it does
Reports control characters other than tabs and line breaks, and the few other characters that YAML 1.1 forbids.

## Why
They are invisible in most editors, and YAML parsers reject them: Heat refuses the file.

## Example
A file with a NUL byte, for example after a crash, or a file saved as UTF-16.

## Use instead
Remove the character. If a value needs one, write it as an escape in double quotes, such as `"\x1b"`.
"#,
    check: Check::Reading,
};
