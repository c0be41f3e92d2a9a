//! The type of numbers, as in Heat.

use std::fmt;

use heat_model::{Integer, Value};

/// A number: an integer of any size, or a float. Heat distinguishes the two, also when it writes them. Python's booleans are
/// numbers too: true is read as 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// An integer.
    Integer(Integer),
    /// A number with a fraction, infinity, or NaN.
    Float(f64),
}

impl Number {
    /// The number as the nearest float.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match self {
            Self::Integer(integer) => integer.as_f64(),
            Self::Float(float) => *float,
        }
    }

    /// The number as a 64-bit integer, if it is an integer and fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Integer(integer) => integer.as_i64(),
            Self::Float(_) => None,
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::from(0)
    }
}

impl From<i64> for Number {
    fn from(small: i64) -> Self {
        Self::Integer(small.into())
    }
}

impl From<i32> for Number {
    fn from(small: i32) -> Self {
        i64::from(small).into()
    }
}

impl From<u32> for Number {
    fn from(small: u32) -> Self {
        i64::from(small).into()
    }
}

impl From<f32> for Number {
    fn from(float: f32) -> Self {
        Self::Float(float.into())
    }
}

impl From<f64> for Number {
    fn from(float: f64) -> Self {
        Self::Float(float)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Integer(integer) => Self::Integer(integer),
            Number::Float(float) => Self::Float(float),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::from(self.clone()).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn integers_and_floats_are_distinct() {
        assert_eq!([Number::from(3), Number::from(3.0)].map(|number| number.to_string()), ["3", "3.0"]);
        assert_eq!([Number::from(3), Number::from(3.0)].map(|number| number.as_i64()), [Some(3), None]);
        assert_eq!(Number::from(0.5_f32), Number::Float(0.5));
        assert!((Number::from(3).as_f64() - 3.0).abs() < f64::EPSILON);
    }
}
