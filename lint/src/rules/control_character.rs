//! `control-character`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::CONTROL_CHARACTER,
    severity: Severity::Error,
    summary: "A text has a character that YAML does not allow",
    docs: r#"
## What it does
Reports control characters other than tab and line ends, and the few other characters that YAML 1.1 rules out.

## Why
They cannot be seen in an editor, and no YAML reader has to accept them: Heat refuses the file.

## Example
A file with a NUL byte, most often the rest of a crash, or a text saved as UTF-16.

## Use instead
Take the character out. Where a value needs one, write it as an escape in double quotes, such as `"\x1b"`.
"#,
    check: Check::Reading,
};
