//! Python's text functions where Rust's differ, and phrases that all checks share.

use heat_python::MAX_DIGITS;

use crate::Value;
use crate::python::{ascii_digit, is_space};

/// Returns the string, or the error that one is expected.
pub(super) fn string(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("expected a string, found {}", value.kind()))
}

/// Python's `str.strip()`.
pub(super) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The text without one final line feed, before which `$` in a Python pattern also matches.
pub(super) fn before_final_line_feed(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// Result of Python's `int()` for a text without white space, saturated to 64 bits.
pub(super) fn int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let mut size = 0_i64;
    let mut count = 0;
    // An underscore must be between two digits.
    let mut after_digit = false;
    for char in digits.chars() {
        if char == '_' && after_digit {
            after_digit = false;
            continue;
        }
        let digit = ascii_digit(char)?.to_digit(10)?;
        size = size.saturating_mul(10).saturating_add(digit.into());
        count += 1;
        after_digit = true;
    }
    (after_digit && count <= MAX_DIGITS).then_some(if negative { -size } else { size })
}

/// The text in backquotes, for a message: truncated if it is long, and with invisible characters escaped.
pub(super) fn quote(text: &str) -> String {
    const MAX_LENGTH: usize = 64;
    let mut quoted = String::from("`");
    for (index, char) in text.chars().enumerate() {
        match char {
            _ if index == MAX_LENGTH => {
                quoted.push('…');
                break;
            }
            // Rust escapes these only because of its own quotes.
            '"' | '\'' | '\\' => quoted.push(char),
            _ => quoted.extend(char.escape_debug()),
        }
    }
    quoted.push('`');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<i64>) {
        assert_eq!(int(text), expect, "{text:?}");
    }

    #[test]
    fn integers_are_read_as_python_reads_them() {
        check("64", Some(64));
        check("+6_4", Some(64));
        check("-0", Some(0));
        check("٦٤", Some(64));
        check("𝟼4", Some(64));
        check("99999999999999999999", Some(i64::MAX));
        for text in ["", "+", "_1", "1_", "1__0", "+_1", "+-1", "1.0", "²", "0x10", "１ａ"] {
            check(text, None);
        }
        check(&"0".repeat(MAX_DIGITS), Some(0));
        check(&"0".repeat(MAX_DIGITS + 1), None);
        check(&"1_".repeat(MAX_DIGITS - 1).replace("1_1_1_1_", "0_0_0_0_"), None);
    }

    #[test]
    fn quoted_text_is_short_and_harmless() {
        assert_eq!(quote("a 'b'\n\u{1b}é\u{202e}\u{a0}"), r"`a 'b'\n\u{1b}é\u{202e}\u{a0}`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 67);
    }
}
