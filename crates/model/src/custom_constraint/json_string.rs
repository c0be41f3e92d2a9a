//! `json_string`: texts that Python's `json.loads` reads.
//!
//! Python's format is JSON with the addition of `NaN`, `Infinity` and `-Infinity`. Only the validity matters, so nothing is built
//! from the tokens. Unpaired surrogates are accepted.

use heat_json::Reader;

use super::text::string;
use crate::Value;

/// The maximum nesting depth of lists and maps. Python's limit is 1,000 levels of calls, some of which Heat
/// has already used.
const MAX_DEPTH: usize = 980;

pub(super) fn check(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let text = string(value)?;
    let mut reader = Reader::new(text, MAX_DEPTH);
    loop {
        match reader.token() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(()),
            Err(error) => {
                let (line, column) = error.line_column(text);
                return Err(format!("not JSON: {error} at line {line}, column {column}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<(), &str>) {
        let expect = expect.map_err(|problem| format!("not JSON: {problem}"));
        assert_eq!(super::check(&Value::from(text)), expect, "{text:?}");
    }

    #[test]
    fn json_is_accepted() {
        for text in [
            r#"{"connection_limit": 2000}"#,
            " [1, -0.5e+3, [], {}, {\"a\" : null , \"a\":true}]\r\n\t",
            r#""\u00e9\ud800\/ é""#,
            "1e999",
            "[NaN, Infinity, -Infinity]",
        ] {
            check(text, Ok(()));
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_position() {
        check(" ", Err("expected a value at line 1, column 2"));
        check("{\"é\": 1,\n }", Err("expected a key in double quotes at line 2, column 2"));
        check("01", Err("unexpected text after the value at line 1, column 2"));
    }

    #[test]
    fn depth_and_digits_are_limited() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        check(&nested(MAX_DEPTH), Ok(()));
        check(&nested(MAX_DEPTH + 1), Err("nested more than 980 levels deep at line 1, column 981"));
        let digits = "1".repeat(heat_python::MAX_DIGITS + 1);
        check(&digits, Err("an integer of more than 4300 digits at line 1, column 1"));
    }
}
