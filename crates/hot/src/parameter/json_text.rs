//! JSON in parameters, with the messages of Python's `json` for errors in it.

use heat_json::{Error, Problem, Reader};
use heat_model::{Value, json};

use crate::fault::{self, Exception, PythonClass};

/// Maximum depth of values: more than the JSON reader allows, because this code only runs after that reader has failed.
const MAX_DEPTH: usize = 1_000;

/// Parses JSON text.
///
/// # Errors
/// The exception that `json.loads()` raises.
pub(super) fn parse_json(text: &str) -> Result<Value, Exception> {
    json::parse(text).map_err(|_| failure(text))
}

fn failure(text: &str) -> Exception {
    let value_error =
        |message: String| Exception::value_error(fault::Problem::InvalidParameterValue, message);
    if text.starts_with('\u{feff}') {
        return value_error(located("Unexpected UTF-8 BOM (decode using utf-8-sig)", text, 0));
    }
    let mut reader = Reader::new(text, MAX_DEPTH);
    let error = loop {
        match reader.token() {
            Ok(Some(_)) => {}
            // The text is valid, so only the lower depth limit of the JSON reader was exceeded.
            Ok(None) => return too_deep(),
            Err(error) => break error,
        }
    };
    match error.problem {
        Problem::TooDeep(_) => too_deep(),
        Problem::TooManyDigits => {
            let rest = text.get(error.offset..).unwrap_or_default().trim_start_matches('-');
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            value_error(format!(
                "Exceeds the limit ({} digits) for integer string conversion: value has {digits} digits; \
                 use sys.set_int_max_str_digits() to increase the limit",
                heat_python::MAX_DIGITS
            ))
        }
        _ => {
            let (message, offset) = in_pythons_words(error, text, reader.place().start);
            value_error(located(message, text, offset))
        }
    }
}

fn too_deep() -> Exception {
    Exception::Python(
        fault::Problem::InvalidParameterValue,
        PythonClass::RecursionError,
        "maximum recursion depth exceeded".to_owned(),
    )
}

/// The message of Python, and its position in bytes. `start` is the start of the token in which reading stopped.
fn in_pythons_words(error: Error, text: &str, start: usize) -> (&'static str, usize) {
    const UNTERMINATED: &str = "Unterminated string starting at";
    const UNICODE_ESCAPE: &str = "Invalid \\uXXXX escape";
    match error.problem {
        Problem::TextAfterValue => ("Extra data", error.offset),
        Problem::ExpectedKey => ("Expecting property name enclosed in double quotes", error.offset),
        Problem::ExpectedColon => ("Expecting ':' delimiter", error.offset),
        Problem::ExpectedCommaOrBracket | Problem::ExpectedCommaOrBrace => {
            ("Expecting ',' delimiter", error.offset)
        }
        Problem::ExpectedDigit => ("Expecting value", start),
        Problem::ControlCharacter => ("Invalid control character at", error.offset),
        // Python reads the four digits only if more text follows.
        Problem::UnterminatedString if ends_in_unicode_escape(text) => (UNICODE_ESCAPE, text.len() - 5),
        Problem::UnterminatedString => (UNTERMINATED, error.offset),
        Problem::UnknownEscape if error.offset >= text.len() => (UNTERMINATED, start),
        Problem::UnknownEscape => ("Invalid \\escape", error.offset.saturating_sub(1)),
        Problem::InvalidUnicodeEscape => (UNICODE_ESCAPE, error.offset),
        _ => ("Expecting value", error.offset),
    }
}

/// Returns whether the text ends with `\uXXXX` whose backslash is not escaped.
fn ends_in_unicode_escape(text: &str) -> bool {
    let Some((before, digits)) = text.rsplit_once("\\u") else { return false };
    digits.len() == 4
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0
}

/// The message of a `JSONDecodeError`.
fn located(message: &str, text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    format!(
        "{message}: line {} column {} (char {})",
        before.matches('\n').count() + 1,
        last_line.chars().count() + 1,
        before.chars().count()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let read = parse_json(text).map_or_else(|error| error.to_string(), |value| value.to_string());
        assert_eq!(read, expect, "{text}");
    }

    // Each message is the one of Python 3.11.
    #[test]
    fn mistakes_are_reported_as_python_reports_them() {
        check("[1, NaN]", "[1, NaN]");
        check("", "Expecting value: line 1 column 1 (char 0)");
        check("\u{feff}{}", "Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)");
        check("-", "Expecting value: line 1 column 1 (char 0)");
        check("[1,\n -x]", "Expecting value: line 2 column 2 (char 5)");
        check("01", "Extra data: line 1 column 2 (char 1)");
        check("{'a': 1}", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)");
        check("{\"ä\": 1,}", "Expecting property name enclosed in double quotes: line 1 column 9 (char 8)");
        check("{\"a\" 1}", "Expecting ':' delimiter: line 1 column 6 (char 5)");
        check("[1 2]", "Expecting ',' delimiter: line 1 column 4 (char 3)");
        check("[\"a", "Unterminated string starting at: line 1 column 2 (char 1)");
        check("[\"a\\", "Unterminated string starting at: line 1 column 2 (char 1)");
        check("\"a\t\"", "Invalid control character at: line 1 column 3 (char 2)");
        check("\"\\x\"", "Invalid \\escape: line 1 column 2 (char 1)");
        check("\"\\u12\"", "Invalid \\uXXXX escape: line 1 column 3 (char 2)");
        check("\"\\u00e4", "Invalid \\uXXXX escape: line 1 column 3 (char 2)");
        check("\"\\u00e4abc", "Unterminated string starting at: line 1 column 1 (char 0)");
        check("\"\\\\u00e4", "Unterminated string starting at: line 1 column 1 (char 0)");
    }

    #[test]
    fn limits_are_those_of_python_or_lower() {
        check(
            &format!("[-{}]", "1".repeat(4301)),
            "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; \
             use sys.set_int_max_str_digits() to increase the limit",
        );
        for depth in [600, 100_000] {
            check(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)), "maximum recursion depth exceeded");
        }
    }
}
