//! Numbers from values, as Python's `int()` and `float()` make them.

use crate::{Integer, Value};

/// The number that a text stands for in Python: an integer if it is one, else a float.
///
/// Spaces around it and single underscores between digits are fine; `1e3`, `inf` and `nan` are floats.
#[must_use]
pub fn parse_number(text: &str) -> Option<Value> {
    let text = text.trim();
    let plain = without_underscores(text)?;
    if let Some(integer) = Integer::from_decimal(&plain) {
        return Some(Value::Integer(integer));
    }
    let unsigned = plain.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let named = matches!(unsigned.as_str(), "inf" | "infinity" | "nan");
    let starts_as_number = unsigned.starts_with(|char: char| char.is_ascii_digit() || char == '.');
    if !named && !starts_as_number {
        return None;
    }
    plain.parse().ok().map(Value::Float)
}

/// The text without underscores that stand between two digits; `None` where one stands elsewhere.
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

/// What `int(value)` gives: fractions are cut off, texts have to be whole numbers.
pub(super) fn to_integer(value: &Value) -> Option<Integer> {
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

/// What Heat's `str_to_num` gives.
pub(super) fn to_number(value: &Value) -> Option<Value> {
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
        check("1e3", Some("1000.0"));
        check(".5", Some("0.5"));
        check("-inf", Some("-Infinity"));
        check("0x10", None);
        check("infinit", None);
        check("", None);
    }
}
