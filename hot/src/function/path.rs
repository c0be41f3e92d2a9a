//! Looking into a value by a path, as `get_param` and `get_attr` do: with Python's idea of an index.

use heat_model::Value;
use heat_model::validate::to_integer;

use crate::Data;
use crate::data::Shape;

/// What a path leads to within the value of an attribute; null where it leads nowhere.
///
/// As `heat.engine.attributes.select_from_attribute`: keys of maps, and indices of lists and of strings.
#[must_use]
pub fn select_from_attribute(value: Data, path: &[Data]) -> Data {
    match follow(value, path, TextIndex::Refused) {
        Step::Found(found) => found,
        Step::Nowhere => Data::NULL,
    }
}

/// What a step of a path leads to.
pub(super) enum Step {
    /// This.
    Found(Data),
    /// Nowhere: there is no such key or index, or the value has no parts.
    Nowhere,
}

/// What a key does with a list or a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextIndex {
    /// It is read as a number (`get_param`).
    Parsed,
    /// It leads nowhere (`get_attr`).
    Refused,
}

/// Follows a path. Every failure is nowhere, whatever Python raises: both functions catch all of them.
pub(super) fn follow(value: Data, path: &[Data], text_index: TextIndex) -> Step {
    let mut value = value;
    for key in path {
        match step(&value, key, text_index) {
            Step::Found(next) => value = next,
            Step::Nowhere => return Step::Nowhere,
        }
    }
    Step::Found(value)
}

fn step(value: &Data, key: &Data, text_index: TextIndex) -> Step {
    let Some(key) = key.as_known() else {
        return match value {
            Data::Known(Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_)) => Step::Nowhere,
            _ => Step::Found(Data::unknown(Shape::Any, "an item at an unknown place")),
        };
    };
    match value {
        Data::Unknown(unknown) => match unknown.shape {
            Shape::Number | Shape::Boolean => Step::Nowhere,
            _ => Step::Found(Data::unknown(Shape::Any, unknown.origin.clone())),
        },
        Data::Known(Value::Map(_)) | Data::Map(_) => match key {
            Value::String(key) => {
                value.get(key).map_or(Step::Nowhere, |found| Step::Found(found.into_owned()))
            }
            _ => Step::Nowhere,
        },
        Data::Known(Value::List(_)) | Data::List(_) => {
            let items = value.items().unwrap_or_default();
            let found = index(key, items.len(), text_index).and_then(|index| items.get(index).cloned());
            found.map_or(Step::Nowhere, |found| Step::Found(found.into_owned()))
        }
        Data::Known(Value::String(text)) => {
            let found =
                index(key, text.chars().count(), text_index).and_then(|index| text.chars().nth(index));
            found.map_or(Step::Nowhere, |char| Step::Found(char.to_string().into()))
        }
        Data::Known(_) => Step::Nowhere,
    }
}

/// The place in a sequence of this length; negative numbers count from its end.
fn index(key: &Value, length: usize, text_index: TextIndex) -> Option<usize> {
    let number = match key {
        Value::Bool(flag) => i64::from(*flag),
        Value::Integer(_) => key.as_i64()?,
        Value::String(_) if text_index == TextIndex::Parsed => python_index(key)?,
        _ => return None,
    };
    from_end(number, length)
}

/// A place in a sequence, counted from its end where the number is negative.
pub(super) fn from_end(number: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let index = if number < 0 { number.checked_add(length)? } else { number };
    usize::try_from(index).ok().filter(|_| index < length)
}

/// What Python's `int()` makes of a value, as an index; none where it raises an exception.
pub(super) fn python_index(value: &Value) -> Option<i64> {
    // Beyond 64 bits there is no item on either side.
    to_integer(value).map(|integer| integer.as_i64().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_python_does() {
        fn check(text: &str, expect: Option<i64>) {
            assert_eq!(python_index(&text.into()), expect, "{text}");
        }
        check(" 1_000 ", Some(1000));
        check("-1", Some(-1));
        check("+1", Some(1));
        check("1__0", None);
        check("_1", None);
        check("1.0", None);
        check("", None);
        check("--1", None);
        check("\u{661}\u{a0}", Some(1));
    }

    #[test]
    fn indices_count_from_either_end() {
        assert_eq!(from_end(-1, 3), Some(2));
        assert_eq!(from_end(-4, 3), None);
        assert_eq!(from_end(3, 3), None);
        assert_eq!(from_end(i64::MIN, 3), None);
    }
}
