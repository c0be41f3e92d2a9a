//! Excerpts of values for messages.

use std::fmt::{self, Write};

use crate::Value;

/// Maximum length of a value in messages, in characters.
const MAX_SHOWN: usize = 40;

/// Describes a value for a message: its kind and, if it is short, the value itself.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        _ => match beginning(value) {
            (whole, true) => {
                format!("{} {whole}", value.kind().trim_start_matches("a ").trim_start_matches("an "))
            }
            _ => value.kind().to_owned(),
        },
    }
}

/// Returns a value for a message, truncated if it is long.
pub(crate) fn shortened(value: &Value) -> String {
    match beginning(value) {
        (whole, true) => whole,
        (start, false) => format!("{start}…"),
    }
}

/// Returns the beginning of a value's text, and whether it is complete.
fn beginning(value: &Value) -> (String, bool) {
    struct Beginning(String, usize);

    impl Write for Beginning {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for char in text.chars() {
                self.1 = self.1.checked_sub(1).ok_or(fmt::Error)?;
                self.0.push(char);
            }
            Ok(())
        }
    }

    let mut beginning = Beginning(String::new(), MAX_SHOWN);
    let is_whole = write!(beginning, "{value}").is_ok();
    (beginning.0, is_whole)
}
