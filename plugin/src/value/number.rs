//! Numbers as Heat has them.

use std::fmt;

use heat_model::{Integer, Value};

/// A number: whole, of any size, or a float. Heat keeps them apart, and so does what it writes. Python's booleans are
/// numbers too: true is read as 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// A whole one.
    Integer(Integer),
    /// One with a fraction, an infinite one, or none at all.
    Float(f64),
}

impl Number {
    /// The nearest float.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match self {
            Self::Integer(integer) => integer.as_f64(),
            Self::Float(float) => *float,
        }
    }

    /// It as 64 bits, if it is whole and fits.
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
    fn whole_numbers_and_floats_stay_apart() {
        assert_eq!([Number::from(3), Number::from(3.0)].map(|number| number.to_string()), ["3", "3.0"]);
        assert_eq!([Number::from(3), Number::from(3.0)].map(|number| number.as_i64()), [Some(3), None]);
        assert_eq!(Number::from(0.5_f32), Number::Float(0.5));
        assert!((Number::from(3).as_f64() - 3.0).abs() < f64::EPSILON);
    }
}
