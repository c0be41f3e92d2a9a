//! Following a path into a value, for `get_param` and `get_attr`, with Python's rules for indices.

use heat_model::Value;
use heat_model::validate::to_integer;

use crate::Data;
use crate::data::{Shape, Unknown};
use crate::stand_in::{self, StandIn};

/// Follows a path into the value of an attribute; null if the path leads nowhere.
///
/// Follows `heat.engine.attributes.select_from_attribute`: keys of maps, and indices of lists and of strings.
#[must_use]
pub fn select_from_attribute(value: &Value, path: &[Data]) -> Data {
    // Only the selected part is copied: a template can select each character of a long text.
    follow_part(Part::Known(value), path, TextIndex::Refused).unwrap_or(Data::NULL)
}

/// Like [`select_from_attribute`], for data that may be unknown in part.
pub(crate) fn select_from_data(value: &Data, path: &[Data]) -> Data {
    follow(value, path, TextIndex::Refused).unwrap_or(Data::NULL)
}

/// Interpretation of text as an index of a list or a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextIndex {
    /// Text is parsed as a number (`get_param`).
    Parsed,
    /// Text leads nowhere (`get_attr`).
    Refused,
}

/// A part of data, known or possibly unknown.
#[derive(Clone, Copy)]
enum Part<'d> {
    Known(&'d Value),
    Open(&'d Data),
}

impl<'d> Part<'d> {
    fn of_data(data: &'d Data) -> Self {
        match data {
            Data::Known(value) => Self::Known(value),
            other => Self::Open(other),
        }
    }

    fn to_data(self) -> Data {
        match self {
            Self::Known(value) => Data::Known(value.clone()),
            Self::Open(data) => data.clone(),
        }
    }
}

/// Result of a step of a path: a part of the data, or a new value.
enum Selection<'d> {
    Part(Part<'d>),
    Made(Data),
}

/// Follows a path; `None` if it leads nowhere. That covers every exception of Python, because both functions catch all of them.
pub(crate) fn follow(value: &Data, path: &[Data], text_index: TextIndex) -> Option<Data> {
    follow_part(Part::of_data(value), path, text_index)
}

fn follow_part(mut part: Part<'_>, path: &[Data], text_index: TextIndex) -> Option<Data> {
    for (index, key) in path.iter().enumerate() {
        match step(part, key, text_index)? {
            Selection::Part(next) => part = next,
            Selection::Made(data) => return follow(&data, &path[index + 1..], text_index),
        }
    }
    Some(part.to_data())
}

fn step<'d>(part: Part<'d>, key: &Data, text_index: TextIndex) -> Option<Selection<'d>> {
    let unknown = |origin: &str| Some(Selection::Made(Data::unknown(Shape::Any, origin)));
    let Some(key) = key.as_known() else {
        return match part {
            Part::Known(Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_)) => None,
            _ => unknown("an item at an unknown place"),
        };
    };
    let item = |length| from_end(index(key, text_index)?, length);
    let part = match part {
        Part::Known(Value::Map(map)) => Part::Known(map.get(key.as_str()?)?),
        Part::Open(Data::Map(map)) => Part::of_data(map.get(key.as_str()?)?),
        Part::Known(Value::List(items)) => Part::Known(items.get(item(items.len())?)?),
        Part::Open(Data::List(items)) => Part::of_data(items.get(item(items.len())?)?),
        Part::Known(Value::String(text)) if stand_in::is_in_text(text) => {
            let at = StandIn::of(text).and_then(|stand_in| stand_in.at(key));
            return match at {
                Some(stand_in) => Some(Selection::Made(stand_in.to_text().into())),
                None => unknown("a part of an unknown text"),
            };
        }
        Part::Known(Value::String(text)) => {
            let char = char_at(text, index(key, text_index)?)?;
            return Some(Selection::Made(char.to_string().into()));
        }
        Part::Open(Data::Unknown(unknown)) if matches!(unknown.shape, Shape::Number | Shape::Boolean) => {
            return None;
        }
        Part::Open(Data::Unknown(of)) => {
            let identity = of.identity.as_ref().map(|identity| identity.part(key));
            let part = Unknown { shape: Shape::Any, origin: of.origin.clone(), identity };
            return Some(Selection::Made(Data::Unknown(part)));
        }
        Part::Known(_) | Part::Open(Data::Known(_)) => return None,
    };
    Some(Selection::Part(part))
}

/// The key as an index; negative numbers count from the end.
fn index(key: &Value, text_index: TextIndex) -> Option<i64> {
    match key {
        Value::Bool(flag) => Some(i64::from(*flag)),
        Value::Integer(_) => key.as_i64(),
        Value::String(_) if text_index == TextIndex::Parsed => python_index(key),
        _ => None,
    }
}

/// A character of a text; a negative number counts from the end.
fn char_at(text: &str, number: i64) -> Option<char> {
    if number < 0 {
        return text.chars().nth_back(usize::try_from(number.checked_neg()? - 1).ok()?);
    }
    text.chars().nth(usize::try_from(number).ok()?)
}

/// A position in a sequence; a negative number counts from the end.
pub(crate) fn from_end(number: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let index = if number < 0 { number.checked_add(length)? } else { number };
    usize::try_from(index).ok().filter(|_| index < length)
}

/// Python's `int()` of a value, as an index; `None` if it raises an exception.
pub(crate) fn python_index(value: &Value) -> Option<i64> {
    // Beyond 64 bits, an index is out of range in either direction.
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
    fn characters_count_from_either_end() {
        fn check(number: i64, expect: Option<char>) {
            assert_eq!(char_at("aäb", number), expect, "{number}");
        }
        check(1, Some('ä'));
        check(2, Some('b'));
        check(3, None);
        check(-1, Some('b'));
        check(-3, Some('a'));
        check(-4, None);
        check(i64::MIN, None);
    }

    #[test]
    fn indices_count_from_either_end() {
        assert_eq!(from_end(-1, 3), Some(2));
        assert_eq!(from_end(-4, 3), None);
        assert_eq!(from_end(3, 3), None);
        assert_eq!(from_end(i64::MIN, 3), None);
    }
}
