//! Equality of keys, by the rules of Python's dictionaries.

use std::borrow::Cow;

use crate::Value;

/// A key in Python's look-up. `1`, `1.0` and `True` are the same key; `"1"` is a different one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key<'a> {
    Null,
    /// An integer, a boolean or a float without a fraction, in decimal.
    Integer(i64),
    BigInteger(Cow<'a, str>),
    /// Any other float, by its bits; every NaN is the same key, because PyYAML creates only one.
    Float(u64),
    String(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> Key<'a> {
    /// Returns the key of a value; `None` for lists, maps and sets, which are not hashable in Python.
    pub(crate) fn of(value: &'a Value) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Integer(i64::from(*value)),
            Value::Integer(value) => Self::Integer(*value),
            Value::BigInteger(digits) => Self::BigInteger(Cow::Borrowed(digits)),
            Value::Float(value) => Self::of_float(*value),
            Value::String(text) => Self::String(text),
            Value::Binary(bytes) => Self::Bytes(bytes),
            Value::Sequence(_) | Value::Mapping(_) | Value::Set(_) => return None,
        })
    }

    fn of_float(value: f64) -> Self {
        if value.is_nan() {
            Self::Float(f64::NAN.to_bits())
        } else if value.is_finite() && value.fract() == 0.0 {
            // Formatted without a fraction, a float has all the digits of the integer it equals.
            let digits = format!("{:.0}", value + 0.0);
            let digits = if digits == "-0" { "0".to_owned() } else { digits };
            digits.parse().map_or_else(|_| Self::BigInteger(Cow::Owned(digits.clone())), Self::Integer)
        } else {
            Self::Float(value.to_bits())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &Value, right: &Value, same: bool) {
        assert_eq!(Key::of(left) == Key::of(right), same, "{left:?} and {right:?}");
    }

    #[test]
    fn numbers_are_equal_across_types() {
        check(&Value::Integer(1), &Value::Float(1.0), true);
        check(&Value::Integer(1), &Value::Bool(true), true);
        check(&Value::Float(-0.0), &Value::Bool(false), true);
        check(&Value::Float(1e22), &Value::BigInteger("10000000000000000000000".to_owned()), true);
        check(&Value::Float(f64::NAN), &Value::Float(-f64::NAN), true);
        check(&Value::Float(1.5), &Value::Integer(1), false);
        check(&Value::Float(1.5), &Value::Integer(2), false);
        check(&Value::Float(0.4), &Value::Bool(false), false);
        check(&Value::Float(f64::INFINITY), &Value::Float(f64::NEG_INFINITY), false);
    }

    #[test]
    fn strings_equal_only_strings() {
        check(&Value::String("1".to_owned()), &Value::Integer(1), false);
        check(&Value::Null, &Value::String(String::new()), false);
        check(&Value::Null, &Value::Integer(0), false);
        check(&Value::Binary(b"a".to_vec()), &Value::String("a".to_owned()), false);
    }
}
