//! JSON as Python's `json` module reads it: with `NaN`, `Infinity` and `-Infinity`, with integers of any size, and with
//! the last of several equal keys.
//!
//! Property data reach a plug-in as JSON, written by Heat. `serde_json` refuses the three odd numbers and rounds large
//! integers, so that a value could turn out differently here than in Heat. Mistakes are told with line and column, and
//! with the path of the value that they are in. The reader keeps its own stack: no depth overflows ours.

use std::fmt;

use indexmap::IndexMap;

use crate::evaluate::MAX_DEPTH;
use crate::validate::{Step, ValuePath};
use crate::value::List;
use crate::{Integer, Value};

/// How many digits Python reads an integer of.
const MOST_DIGITS: usize = 4300;

/// Why a text is no JSON, or more than can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonError {
    /// What is wrong.
    pub message: String,
    /// The value that it is in; empty for the text as a whole.
    pub path: ValuePath,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
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
/// The first place that is no JSON, is nested more than [`MAX_DEPTH`] deep, or is an integer of more than 4,300 digits.
///
/// Python also takes half of a surrogate pair (`"\ud83d"`), which no Rust string can hold. It reads as U+FFFD, the
/// replacement character: one character, as in Python, so that lengths and most patterns come out the same.
///
/// ```
/// use heat_model::{Value, json};
/// assert_eq!(json::parse("[1, 1.0, NaN]").unwrap().to_string(), "[1, 1.0, NaN]");
/// let error = json::parse(r#"{"networks": [{"port": oops}]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "networks[0].port: expected a value (line 1, column 24)");
/// ```
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader { text, offset: 0, open: Vec::new() };
    reader.document().map_err(|message| reader.error(message))
}

/// A list or map that is not closed yet.
enum Open {
    List(Vec<Value>),
    Map { entries: IndexMap<String, Value>, key: String },
}

struct Reader<'a> {
    text: &'a str,
    offset: usize,
    open: Vec<Open>,
}

type Read<T> = Result<T, String>;

impl Reader<'_> {
    fn error(&self, message: String) -> JsonError {
        let before = self.text.get(..self.offset).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let path = self.open.iter().map(|open| match open {
            Open::List(items) => Step::Item(items.len()),
            Open::Map { key, .. } => Step::Name(key.clone()),
        });
        JsonError {
            message,
            path: ValuePath(path.collect()),
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
        }
    }

    fn document(&mut self) -> Read<Value> {
        let mut done = None;
        loop {
            self.blanks();
            // After a value comes what its collection needs; at the start and after a comma or colon, a value.
            done = match done {
                None => self.value()?,
                Some(value) => match self.open.pop() {
                    None if self.offset == self.text.len() => return Ok(value),
                    None => return Err("unexpected text behind the value".to_owned()),
                    Some(open) => self.place(open, value)?,
                },
            };
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.offset += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.offset += if found { word.len() } else { 0 };
        found
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    /// Reads a scalar or an empty collection, or opens a collection and answers nothing.
    fn value(&mut self) -> Read<Option<Value>> {
        Ok(Some(match self.peek() {
            Some(b'"') => Value::String(self.string()?),
            Some(b'[') => return self.open_list(),
            Some(b'{') => return self.open_map(),
            Some(b'-') if self.accept_word("-Infinity") => Value::Float(f64::NEG_INFINITY),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ if self.accept_word("null") => Value::Null,
            _ if self.accept_word("true") => Value::Bool(true),
            _ if self.accept_word("false") => Value::Bool(false),
            _ if self.accept_word("NaN") => Value::Float(f64::NAN),
            _ if self.accept_word("Infinity") => Value::Float(f64::INFINITY),
            _ => return Err("expected a value".to_owned()),
        }))
    }

    fn check_depth(&self) -> Read<()> {
        if self.open.len() >= MAX_DEPTH {
            return Err(format!("nested more than {MAX_DEPTH} deep"));
        }
        Ok(())
    }

    fn open_list(&mut self) -> Read<Option<Value>> {
        self.check_depth()?;
        self.offset += 1;
        self.blanks();
        if self.accept(b']') {
            return Ok(Some(Value::List(List::default())));
        }
        self.open.push(Open::List(Vec::new()));
        Ok(None)
    }

    fn open_map(&mut self) -> Read<Option<Value>> {
        self.check_depth()?;
        self.offset += 1;
        self.blanks();
        if self.accept(b'}') {
            return Ok(Some(Value::from(IndexMap::new())));
        }
        let key = self.key()?;
        self.open.push(Open::Map { entries: IndexMap::new(), key });
        Ok(None)
    }

    fn key(&mut self) -> Read<String> {
        self.blanks();
        if self.peek() != Some(b'"') {
            return Err("expected a key in double quotes".to_owned());
        }
        let key = self.string()?;
        self.blanks();
        if self.accept(b':') { Ok(key) } else { Err("expected `:` after the key".to_owned()) }
    }

    /// Puts a value into its collection, which is then open for the next one, or complete.
    fn place(&mut self, open: Open, value: Value) -> Read<Option<Value>> {
        match open {
            Open::List(mut items) => {
                items.push(value);
                if self.accept(b']') {
                    return Ok(Some(Value::List(items.into())));
                }
                let goes_on = self.accept(b',');
                self.open.push(Open::List(items));
                if goes_on { Ok(None) } else { Err("expected `,` or `]`".to_owned()) }
            }
            Open::Map { mut entries, key } => {
                // Python keeps the place of the first of equal keys, and the value of the last.
                entries.insert(key.clone(), value);
                if self.accept(b'}') {
                    return Ok(Some(Value::from(entries)));
                }
                let next = if self.accept(b',') { self.key() } else { Err("expected `,` or `}`".to_owned()) };
                self.open.push(Open::Map { entries, key: next.as_ref().map_or(key, Clone::clone) });
                next.map(|_| None)
            }
        }
    }

    fn digits(&mut self) -> usize {
        let start = self.offset;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.offset += 1;
        }
        self.offset - start
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.offset;
        let _ = self.accept(b'-');
        let first_digit = self.offset;
        if !self.accept(b'0') && self.digits() == 0 {
            return Err("expected a digit".to_owned());
        }
        let whole = self.offset;
        // A point or an `e` without digits does not belong to the number.
        if self.accept(b'.') && self.digits() == 0 {
            self.offset = whole;
        }
        let fraction = self.offset;
        if self.accept(b'e') || self.accept(b'E') {
            let _ = self.accept(b'+') || self.accept(b'-');
            if self.digits() == 0 {
                self.offset = fraction;
            }
        }
        let text = self.text.get(start..self.offset).unwrap_or_default();
        if self.offset > whole {
            return text.parse().map(Value::Float).map_err(|_| "expected a number".to_owned());
        }
        if whole - first_digit > MOST_DIGITS {
            self.offset = start;
            return Err(format!("an integer of more than {MOST_DIGITS} digits"));
        }
        Integer::from_decimal(text).map(Value::Integer).ok_or_else(|| "expected a number".to_owned())
    }

    fn string(&mut self) -> Read<String> {
        let start = self.offset;
        let mut text = String::new();
        self.offset += 1;
        loop {
            let rest = self.rest();
            let Some(length) = rest.find(|char| matches!(char, '"' | '\\' | '\0'..='\x1f')) else {
                self.offset = start;
                return Err("the closing `\"` is missing".to_owned());
            };
            text.push_str(rest.get(..length).unwrap_or_default());
            self.offset += length;
            if self.accept(b'"') {
                return Ok(text);
            }
            if !self.accept(b'\\') {
                return Err("a control character in a string".to_owned());
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Read<char> {
        let char = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err("an unknown escape".to_owned()),
        };
        self.offset += 1;
        Ok(char)
    }

    /// Reads `uXXXX`, and the second half of a surrogate pair if this is a first one. A half alone is replaced.
    fn unicode_escape(&mut self) -> Read<char> {
        let first = self.unit()?;
        let behind = self.offset;
        if (0xd800..0xdc00).contains(&first)
            && self.accept_word("\\")
            && let Ok(second @ 0xdc00..0xe000) = self.unit()
            && let Some(Ok(char)) = char::decode_utf16([first, second]).next()
        {
            return Ok(char);
        }
        // What follows is something of its own.
        self.offset = behind;
        Ok(char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn unit(&mut self) -> Read<u16> {
        let digits = self.rest().strip_prefix('u').and_then(|rest| rest.get(..4));
        let unit = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .ok_or_else(|| "an escape takes four hex digits".to_owned())?;
        self.offset += 5;
        Ok(unit)
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
    fn halves_of_surrogate_pairs_are_replaced() {
        check(r#""a\ud83d""#, "\"a\u{fffd}\"");
        check(r#""\ude00\ud83d""#, "\"\u{fffd}\u{fffd}\"");
        check(r#""\ud83d\u0041\ud83d\n\ud83d\ud83d\ude00""#, "\"\u{fffd}A\u{fffd}\\n\u{fffd}😀\"");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        check("", "expected a value (line 1, column 1)");
        check("[1,\n 2", "[2]: expected `,` or `]` (line 2, column 3)");
        check(
            r#"{"a": [1, {"b": "\ud83d\uZZZZ"}]}"#,
            "a[1].b: an escape takes four hex digits (line 1, column 25)",
        );
        check("[1] 2", "unexpected text behind the value (line 1, column 5)");
        check("01", "unexpected text behind the value (line 1, column 2)");
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
            ("nested more than 480 deep", 480, 481)
        );
    }
}
