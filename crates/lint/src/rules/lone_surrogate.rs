//! `lone-surrogate`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::LONE_SURROGATE,
    severity: Severity::Error,
    summary: "A string contains half of a surrogate pair",
    docs: r#"
## What it does
Reports an escape in a JSON string, such as `"\ud83d"`, that is one half of a surrogate pair whose other half is missing.

## Why
In JSON, characters beyond `U+FFFF` are written as two escapes. One of them alone is not a character, and a string
that contains it cannot be encoded as UTF-8.

## Example
A template `{"description": "\ud83d"}`.

## Use instead
Write both halves, `"\ud83d\udd11"`, or the character itself.
"#,
    check: Check::Reading,
};
