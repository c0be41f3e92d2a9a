//! `lone-surrogate`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::LONE_SURROGATE,
    severity: Severity::Error,
    summary: "A string has half of a character",
    docs: r#"
## What it does
Reports an escape in a JSON string, such as `"\ud83d"`, that is one half of a pair of which the other half is missing.

## Why
Characters beyond `U+FFFF` are written in JSON as two escapes. One of them alone is no character, and no text that
contains it can be saved or sent.

## Example
A template `{"description": "\ud83d"}`.

## Use instead
Write both halves, `"\ud83d\udd11"`, or the character itself.
"#,
    check: Check::Reading,
};
