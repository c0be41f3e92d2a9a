//! JSON as Python's `json` module reads it: with `NaN`, `Infinity` and `-Infinity`, with integers of any
//! size, and with the last value of a duplicate key.
//!
//! Property data reach a plug-in as JSON, written by Heat. `serde_json` rejects the three special numbers and
//! rounds large integers, so a value could differ from the one in Heat. Errors have a line and a column, and
//! the path of the value that they are in. The grammar is that of `heat_json`; here its tokens become a
//! [`Value`].

use std::fmt;

use heat_json::{Reader, Token};
use indexmap::IndexMap;

use crate::evaluate::MAX_DEPTH;
use crate::validate::{Step, ValuePath};
use crate::{Integer, Value};

/// Error in a text that is not valid JSON, or exceeds a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonError {
    /// Message, without the position.
    pub message: String,
    /// Path of the value that contains the error; empty for the text as a whole.
    pub path: ValuePath,
    /// Line, from 1.
    pub line: usize,
    /// Column, in characters from 1.
    pub column: usize,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.0.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} (line {}, column {})", self.message, self.line, self.column)
    }
}

impl std::error::Error for JsonError {}

/// Reads a JSON text.
///
/// # Errors
/// The first position that is not valid JSON, is nested more than [`MAX_DEPTH`] levels deep, or is an integer
/// of more than 4,300 digits.
///
/// Python also accepts an unpaired surrogate (`"\ud83d"`), which a Rust string cannot contain. It is read as U+FFFD, the
/// replacement character: one character, as in Python, so that lengths and most patterns give the same result.
///
/// ```
/// use heat_model::{Value, json};
/// assert_eq!(json::parse("[1, 1.0, NaN]").unwrap().to_string(), "[1, 1.0, NaN]");
/// let error = json::parse(r#"{"networks": [{"port": oops}]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "networks[0].port: expected a value (line 1, column 24)");
/// ```
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader::new(text, MAX_DEPTH);
    let mut builder = Builder { open: Vec::new(), root: Value::Null };
    loop {
        match reader.token() {
            Ok(Some(token)) => builder.token(token),
            // The reader ends only after a value.
            Ok(None) => return Ok(builder.root),
            Err(error) => {
                let (line, column) = error.line_column(text);
                return Err(JsonError { message: error.to_string(), path: builder.path(), line, column });
            }
        }
    }
}

/// A list or map that has not been closed yet.
enum Open {
    List(Vec<Value>),
    Map {
        entries: IndexMap<String, Value>,
        /// The key whose value is next.
        key: Option<String>,
        /// The last complete entry.
        last: Option<usize>,
    },
}

/// Builds a value from tokens.
struct Builder {
    open: Vec<Open>,
    root: Value,
}

impl Builder {
    fn token(&mut self, token: Token<'_>) {
        let value = match token {
            Token::OpenList => return self.open.push(Open::List(Vec::new())),
            Token::OpenMap => {
                return self.open.push(Open::Map { entries: IndexMap::new(), key: None, last: None });
            }
            Token::Key(name) => {
                if let Some(Open::Map { key, .. }) = self.open.last_mut() {
                    *key = Some(name);
                }
                return;
            }
            Token::CloseList | Token::CloseMap => match self.open.pop() {
                Some(Open::List(items)) => Value::List(items.into()),
                Some(Open::Map { entries, .. }) => Value::from(entries),
                None => return,
            },
            Token::Null => Value::Null,
            Token::Bool(bool) => Value::Bool(bool),
            Token::Integer(digits) => Integer::from_decimal(digits).map_or(Value::Null, Value::Integer),
            Token::Float(float) => Value::Float(float),
            Token::String(text) => Value::String(text),
        };
        match self.open.last_mut() {
            None => self.root = value,
            Some(Open::List(items)) => items.push(value),
            Some(Open::Map { entries, key, last }) => {
                // Python keeps the position of the first of duplicate keys, and the value of the last.
                if let Some(key) = key.take() {
                    *last = Some(entries.insert_full(key, value).0);
                }
            }
        }
    }

    /// The path of the next value, or of the last entry if no key has been read for the next one.
    fn path(self) -> ValuePath {
        let step = |open| match open {
            Open::List(items) => Some(Step::Item(items.len())),
            Open::Map { entries, key, last } => {
                let last = || entries.get_index(last?).map(|(key, _)| key.clone());
                key.or_else(last).map(Step::Name)
            }
        };
        ValuePath(self.open.into_iter().filter_map(step).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let read = parse(text).map_or_else(|error| error.to_string(), |value| value.to_string());
        assert_eq!(read, expect, "{text}");
    }

    #[test]
    fn reads_what_python_writes() {
        check(
            r#" {"a": [null, true, -0, 1e3, 12345678901234567890], "b": {}} "#,
            r#"{"a": [null, true, 0, 1000.0, 12345678901234567890], "b": {}}"#,
        );
        check("[NaN, Infinity, -Infinity]", "[NaN, Infinity, -Infinity]");
        check(r#"{"a": 1, "b": 2, "a": 3}"#, r#"{"a": 3, "b": 2}"#);
        check(r#""\ud83d\ude00\u00fc\n""#, r#""😀ü\n""#);
        let escapes = parse(r#""\"\\\/\b\f\n\r\t""#).unwrap();
        assert_eq!(escapes, Value::from("\"\\/\x08\x0c\n\r\t"));
    }

    #[test]
    fn unpaired_surrogates_are_replaced() {
        check(r#""a\ud83d""#, "\"a\u{fffd}\"");
        check(r#""\ude00\ud83d""#, "\"\u{fffd}\u{fffd}\"");
        check(r#""\ud83d\u0041\ud83d\n\ud83d\ud83d\ude00""#, "\"\u{fffd}A\u{fffd}\\n\u{fffd}😀\"");
    }

    #[test]
    fn errors_have_positions() {
        check("", "expected a value (line 1, column 1)");
        check("[1,\n 2", "[2]: expected `,` or `]` (line 2, column 3)");
        check(
            r#"{"a": [1, {"b": "\ud83d\uZZZZ"}]}"#,
            "a[1].b: `\\u` must be followed by four hex digits (line 1, column 25)",
        );
        check("[1] 2", "unexpected text after the value (line 1, column 5)");
        check("01", "unexpected text after the value (line 1, column 2)");
        check(r#"{"a": 1, b: 2}"#, "a: expected a key in double quotes (line 1, column 10)");
    }

    #[test]
    fn size_and_depth_are_bounded() {
        check(
            &format!("[{}]", "9".repeat(4301)),
            "[0]: an integer of more than 4300 digits (line 1, column 2)",
        );
        assert!(parse(&"9".repeat(4300)).is_ok());
        let deep = parse(&"[".repeat(100_000)).unwrap_err();
        assert_eq!(
            (deep.message.as_str(), deep.path.0.len(), deep.column),
            ("nested more than 480 levels deep", 480, 481)
        );
    }
}
