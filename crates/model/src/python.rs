//! Values as text, as Python writes them: `str()`, `repr()` and `json.dumps()`.
//!
//! Heat converts values to text in a few places (a list for a map that allows conversion, anything that is
//! compared with the allowed values of a string), and compares or passes on the result, so it has to match
//! character for character.

use std::fmt::Write as _;

pub use heat_python::{ascii_digit, is_space};
use heat_python::{float_repr, is_printable, push_repr_where};

use crate::Value;

/// Returns the result of `str()`: a string unchanged, anything else as written by `repr()`.
///
/// ```
/// use heat_model::{Value, python};
/// assert_eq!(python::str_of(&Value::from(true)), "True");
/// assert_eq!(python::str_of(&Value::from(vec!["a"])), "['a']");
/// ```
#[must_use]
pub fn str_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => repr_of(other),
    }
}

/// Returns the result of `repr()`: a string in quotes.
///
/// ```
/// use heat_model::{Value, python};
/// assert_eq!(python::repr_of(&Value::from("it's")), "\"it's\"");
/// ```
#[must_use]
pub fn repr_of(value: &Value) -> String {
    let mut out = String::new();
    write_repr(value, &mut out);
    out
}

/// Name of the value's type in Python.
#[must_use]
pub fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Integer(_) => "int",
        Value::Float(_) => "float",
        Value::String(_) => "str",
        Value::List(_) => "list",
        Value::Map(_) => "dict",
    }
}

fn write_repr(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(flag) => out.push_str(if *flag { "True" } else { "False" }),
        Value::Integer(integer) => out.push_str(&integer.to_string()),
        Value::Float(float) => out.push_str(&float_repr(*float)),
        Value::String(text) => write_string_repr(text, out),
        Value::List(items) => write_all(items, ['[', ']'], out, write_repr),
        Value::Map(map) => write_all(map, ['{', '}'], out, |(key, value), out| {
            write_string_repr(key, out);
            out.push_str(": ");
            write_repr(value, out);
        }),
    }
}

/// Writes the items of a list or the entries of a map in brackets.
fn write_all<I: IntoIterator>(
    items: I,
    [open, close]: [char; 2],
    out: &mut String,
    write: fn(I::Item, &mut String),
) {
    out.push(open);
    for (index, item) in items.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        write(item, out);
    }
    out.push(close);
}

/// Writes a string in quotes. The characters of stand-ins (U+10FE00 to U+10FF01) are written as they are: a text that stands for a
/// value that only a deployment knows stays whole, whatever a function makes of it.
fn write_string_repr(text: &str, out: &mut String) {
    push_repr_where(text, |char| is_printable(char) || STAND_INS.contains(&char), out);
}

/// The characters of which stand-ins consist. They are for private use, in the last plane.
pub const STAND_INS: std::ops::RangeInclusive<char> = '\u{10FE00}'..='\u{10FF01}';

/// Returns the result of `json.dumps()`: a space after `,` and `:`, and only ASCII.
#[must_use]
pub fn json_dumps(value: &Value) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

fn write_json(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Integer(integer) => out.push_str(&integer.to_string()),
        Value::Float(float) if float.is_nan() => out.push_str("NaN"),
        Value::Float(float) if float.is_infinite() => {
            out.push_str(if *float > 0.0 { "Infinity" } else { "-Infinity" });
        }
        Value::Float(float) => out.push_str(&float_repr(*float)),
        Value::String(text) => write_json_string(text, out),
        Value::List(items) => write_all(items, ['[', ']'], out, write_json),
        Value::Map(map) => write_all(map, ['{', '}'], out, |(key, value), out| {
            write_json_string(key, out);
            out.push_str(": ");
            write_json(value, out);
        }),
    }
}

fn write_json_string(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(char),
            _ => {
                let mut units = [0; 2];
                for unit in char.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(json: &str) -> Value {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn values_are_written_as_str_writes_them() {
        fn check(json: &str, expect: &str) {
            assert_eq!(str_of(&value(json)), expect, "{json}");
        }
        check(r#""it's""#, "it's");
        check(
            "[null, true, 5, 1.0, \"it's\", \"a\\\"'b\", {\"k\": []}]",
            r#"[None, True, 5, 1.0, "it's", 'a"\'b', {'k': []}]"#,
        );
        check("[\"a\\n\\u0001\\u00a0\\u200bü\"]", r"['a\n\x01\xa0\u200bü']");
        // These differ from other implementations of `repr()` most often.
        check("[\"\\u061c\\u06dd\\u070f\\u180e\\udb80\\udc00\"]", r"['\u061c\u06dd\u070f\u180e\U000f0000']");
        check("[\"\\udbff\\ude41\"]", "['\u{10fe41}']");
    }

    #[test]
    fn json_is_ascii_with_spaces() {
        let value = value(r#"{"ü": [1, 1e16, "\u0007/\ud83d\ude00"]}"#);
        assert_eq!(json_dumps(&value), r#"{"\u00fc": [1, 1e+16, "\u0007/\ud83d\ude00"]}"#);
    }
}
