//! Values as text, as Python writes them: `str()`, `repr()` and `json.dumps()`; and the characters that
//! Python treats as spaces and digits.
//!
//! Heat converts values to text in a few places (a list for a map that allows conversion, anything that is
//! compared with the allowed values of a string), and compares or passes on the result, so it has to match
//! character for character.

use std::fmt::Write as _;

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
        other => {
            let mut out = String::new();
            write_repr(other, &mut out);
            out
        }
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
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_repr(item, out);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_string_repr(key, out);
                out.push_str(": ");
                write_repr(value, out);
            }
            out.push('}');
        }
    }
}

fn write_string_repr(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if char == quote => {
                out.push('\\');
                out.push(char);
            }
            _ if is_printable(char) => out.push(char),
            _ => write_escape(u32::from(char), out),
        }
    }
    out.push(quote);
}

fn write_escape(code: u32, out: &mut String) {
    // Writing into a string cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// An approximation of `str.isprintable`: neither a control or format character nor a space other than the
/// plain one.
fn is_printable(char: char) -> bool {
    let is_format = matches!(char,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}');
    char == ' ' || !(char.is_control() || char.is_whitespace() || is_format)
}

/// Formats a float as Python writes it: the shortest digits, with an exponent from 1e16 and below 1e-4.
pub(crate) fn float_repr(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{float:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(-4..16) => format!("{float:?}"),
        Ok(small @ ..0) => format!("{mantissa}e-{:02}", -small),
        _ => format!("{mantissa}e+{exponent:0>2}"),
    }
}

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
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_json(item, out);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_json_string(key, out);
                out.push_str(": ");
                write_json(value, out);
            }
            out.push('}');
        }
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

/// Whether `str.strip()` removes a character: a Unicode space, or one of the four ASCII separators.
#[must_use]
pub fn is_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}')
}

/// The first of the ten decimal digits of each script, in Unicode 14, the version of Python 3.11.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
    0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Returns the ASCII digit with the same value, if the character is a decimal digit of any script.
#[must_use]
pub fn ascii_digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    let code = u32::from(char);
    let after = ZEROS.partition_point(|zero| *zero <= code);
    let zero = ZEROS[..after].last()?;
    char::from_digit(code - zero, 10)
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
    }

    #[test]
    fn floats_have_the_shortest_digits() {
        fn check(float: f64, expect: &str) {
            assert_eq!(float_repr(float), expect);
        }
        check(1e15, "1000000000000000.0");
        check(1e16, "1e+16");
        check(1.5e300, "1.5e+300");
        check(0.0001, "0.0001");
        check(0.00001, "1e-05");
        check(-0.0, "-0.0");
        check(f64::NEG_INFINITY, "-inf");
    }

    #[test]
    fn json_is_ascii_with_spaces() {
        let value = value(r#"{"ü": [1, 1e16, "\u0007/\ud83d\ude00"]}"#);
        assert_eq!(json_dumps(&value), r#"{"\u00fc": [1, 1e+16, "\u0007/\ud83d\ude00"]}"#);
    }

    #[test]
    fn digits_of_any_script_are_digits() {
        assert_eq!(ascii_digit('7'), Some('7'));
        assert_eq!(ascii_digit('\u{ff12}'), Some('2'));
        assert_eq!(ascii_digit('\u{667}'), Some('7'));
        assert_eq!(ascii_digit('²'), None);
        assert_eq!(ascii_digit('x'), None);
    }
}
