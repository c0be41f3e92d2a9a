//! Numbers from values, as Python's `int()` and `float()` create them.

use std::borrow::Cow;

use heat_python::MAX_DIGITS;

use crate::python::{ascii_digit, is_space};
use crate::{Integer, Value};

/// Parses a text as a number as Python does: an integer if possible, otherwise a float.
///
/// Surrounding spaces and single underscores between digits are allowed, and the digits may be of any script;
/// `1e3`, `inf` and `nan` are floats, and so is an integer of more than [`MAX_DIGITS`] digits.
#[must_use]
pub fn parse_number(text: &str) -> Option<Value> {
    let text = text.trim_matches(is_space);
    let ascii: Cow<'_, str> = if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        text.chars().map(|char| ascii_digit(char).unwrap_or(char)).collect()
    };
    let plain = without_underscores(&ascii)?;
    let digits = plain.trim_start_matches(['+', '-']).len();
    if digits <= MAX_DIGITS
        && let Some(integer) = Integer::from_decimal(&plain)
    {
        return Some(Value::Integer(integer));
    }
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(&plain).to_ascii_lowercase();
    let named = matches!(unsigned.as_str(), "inf" | "infinity" | "nan");
    let starts_as_number = unsigned.starts_with(|char: char| char.is_ascii_digit() || char == '.');
    if !named && !starts_as_number {
        return None;
    }
    plain.parse().ok().map(Value::Float)
}

/// Removes underscores between digits; `None` if there is one elsewhere.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit =
        |index: Option<usize>| index.and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_digit);
    let misplaced = bytes
        .iter()
        .enumerate()
        .any(|(index, byte)| *byte == b'_' && !(digit(index.checked_sub(1)) && digit(Some(index + 1))));
    (!misplaced).then(|| text.replace('_', ""))
}

/// The result of `int(value)`: fractions are truncated, texts must be whole numbers.
#[must_use]
pub fn to_integer(value: &Value) -> Option<Integer> {
    match value {
        Value::Bool(flag) => Some(Integer::from(i64::from(*flag))),
        Value::Integer(integer) => Some(integer.clone()),
        Value::Float(float) if float.is_finite() => Integer::from_decimal(&format!("{:.0}", float.trunc())),
        Value::String(text) => match parse_number(text)? {
            Value::Integer(integer) => Some(integer),
            _ => None,
        },
        _ => None,
    }
}

/// The result of Heat's `str_to_num`.
pub(crate) fn to_number(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => Some(value.clone()),
        Value::String(text) => parse_number(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(parse_number(text).map(|number| number.to_string()).as_deref(), expect, "{text:?}");
    }

    #[test]
    fn texts_are_numbers_as_in_python() {
        check(" 12 ", Some("12"));
        check("1_000", Some("1000"));
        check("1__0", None);
        check("_1", None);
        check("+5", Some("5"));
        check("１２", Some("12"));
        check("\u{1f}7\u{a0}", Some("7"));
        check("+-5", None);
        check("1e3", Some("1000.0"));
        check(".5", Some("0.5"));
        check("-inf", Some("-Infinity"));
        check("0x10", None);
        check("infinit", None);
        check("", None);
    }
}
