//! Property values: defaults, allowed values, and the data in templates.
//!
//! The values that YAML and JSON can express, with Python's numbers: integers of any size; integers and
//! floats are distinct, but equal if they have the same value (`1 == 1.0 == True`).

use std::cmp::Ordering;
use std::fmt;

use indexmap::IndexMap;

mod access;
mod build;
mod integer;
mod nested;
mod serde_json_value;
mod serialized;

pub use access::Place;
pub use integer::Integer;
use nested::AtDepth;
pub use nested::{List, MAX_DEPTH, Map};
pub use serde_json_value::NotJson;
pub use serialized::{ValueDeserializeError, ValueDeserializer};

/// A value. However deeply it is nested, it can be copied, compared and dropped; it can be written if it is
/// nested no more than [`MAX_DEPTH`] levels deep.
///
/// JSON has no other kinds of values, so a `match` can be exhaustive.
#[derive(Clone)]
pub enum Value {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(Integer),
    /// A number with a fraction, infinity, or NaN.
    Float(f64),
    /// A text.
    String(String),
    /// Items in order.
    List(List),
    /// Names with values, in source order.
    Map(Map),
}

impl Value {
    /// The kind of value, for messages: `a string`, `a map`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a number",
            Self::String(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The entries, if it is a map.
    #[must_use]
    pub fn as_map(&self) -> Option<&IndexMap<String, Value>> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The mutable entries, if it is a map. Other copies of the value are not affected.
    pub fn as_map_mut(&mut self) -> Option<&mut IndexMap<String, Value>> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Returns whether Python treats the value as true: it is not null, false, zero or empty.
    #[must_use]
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(flag) => *flag,
            Self::Integer(integer) => integer.as_i64() != Some(0),
            Self::Float(float) => *float != 0.0,
            Self::String(text) => !text.is_empty(),
            Self::List(items) => !items.is_empty(),
            Self::Map(map) => !map.is_empty(),
        }
    }

    /// Python's order of two numbers, with booleans as 0 and 1. `None` if one is not a number, or NaN.
    #[must_use]
    pub fn compare_numbers(&self, other: &Self) -> Option<Ordering> {
        match (self.as_number()?, other.as_number()?) {
            (Number::Integer(left), Number::Integer(right)) => Some(left.cmp(&right)),
            (Number::Integer(left), Number::Float(right)) => left.cmp_f64(right),
            (Number::Float(left), Number::Integer(right)) => right.cmp_f64(left).map(Ordering::reverse),
            (Number::Float(left), Number::Float(right)) => left.partial_cmp(&right),
        }
    }

    /// Python's equality: numbers by their value, maps regardless of order.
    #[must_use]
    pub fn python_eq(&self, other: &Self) -> bool {
        nested::equal(self, other, |left, right| match (left, right) {
            (Self::String(left), Self::String(right)) => left == right,
            (Self::Null, Self::Null) => true,
            _ => left.compare_numbers(right) == Some(Ordering::Equal),
        })
    }

    /// The result of Python's `%` for two numbers, with the sign of the step. `None` if one is not a number,
    /// or the step is 0.
    #[must_use]
    pub fn python_modulo(&self, step: &Self) -> Option<Self> {
        let (value, step) = match (self.as_number()?, step.as_number()?) {
            (Number::Integer(value), Number::Integer(step)) => {
                return value.modulo(&step).map(Value::Integer);
            }
            (Number::Integer(value), Number::Float(step)) => (value.as_f64(), step),
            (Number::Float(value), Number::Integer(step)) => (value, step.as_f64()),
            (Number::Float(value), Number::Float(step)) => (value, step),
        };
        let rest = value % step;
        let signed = if rest != 0.0 && (rest < 0.0) != (step < 0.0) { rest + step } else { rest };
        (step != 0.0).then_some(Value::Float(signed))
    }

    fn as_number(&self) -> Option<Number> {
        match self {
            Self::Bool(flag) => Some(Number::Integer(Integer::from(i64::from(*flag)))),
            Self::Integer(integer) => Some(Number::Integer(integer.clone())),
            Self::Float(float) => Some(Number::Float(*float)),
            _ => None,
        }
    }
}

enum Number {
    Integer(Integer),
    Float(f64),
}

/// Compares the written values: an integer is not equal to the float of the same value.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        nested::equal(self, other, |left, right| match (left, right) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::Integer(left), Self::Integer(right)) => left == right,
            (Self::Float(left), Self::Float(right)) => left == right,
            (Self::String(left), Self::String(right)) => left == right,
            _ => false,
        })
    }
}

/// Formats the value as JSON, with `NaN` and `Infinity` as Python writes them.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AtDepth::top(self).fmt(f)
    }
}

impl fmt::Display for AtDepth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            _ if self.is_too_deep() => f.write_str("…"),
            Value::Null => f.write_str("null"),
            Value::Bool(flag) => flag.fmt(f),
            Value::Integer(integer) => integer.fmt(f),
            Value::Float(float) if float.is_nan() => f.write_str("NaN"),
            Value::Float(float) if float.is_infinite() => {
                f.write_str(if *float > 0.0 { "Infinity" } else { "-Infinity" })
            }
            Value::Float(float) => write!(f, "{float:?}"),
            Value::String(text) => fmt_string(text, f),
            Value::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{}", self.below(item))?;
                }
                f.write_str("]")
            }
            Value::Map(map) => {
                f.write_str("{")?;
                for (index, (key, value)) in map.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    fmt_string(key, f)?;
                    write!(f, ": {}", self.below(value))?;
                }
                f.write_str("}")
            }
        }
    }
}

fn fmt_string(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_equal_by_their_value() {
        fn check(left: &str, right: &str, expect: bool) {
            let [left, right]: [Value; 2] = [left, right].map(|json| serde_json::from_str(json).unwrap());
            assert_eq!(left.python_eq(&right), expect, "{left} {right}");
        }
        check("1", "1.0", true);
        check("1", "true", true);
        check("1", "\"1\"", false);
        check("9007199254740993", "9007199254740992.0", false);
        check(r#"{"a": 1, "b": [2]}"#, r#"{"b": [2.0], "a": 1}"#, true);
        check("null", "0", false);
    }

    #[test]
    fn displays_as_json() {
        let value = Value::from(IndexMap::from([(
            "a\"b".to_owned(),
            Value::from(vec![Value::Null, 1.into(), Value::Float(1.0), Value::Float(f64::NAN), "ü".into()]),
        )]));
        assert_eq!(value.to_string(), r#"{"a\"b": [null, 1, 1.0, NaN, "ü"]}"#);
    }
}
