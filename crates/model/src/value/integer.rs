//! Integers of any size, as in Python.

use std::cmp::Ordering;
use std::fmt;

use heat_python::Natural;

/// An integer of any size. See [`Natural`] for why no crate of big integers is used.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(pub(super) Repr);

/// The canonical representation, so that the derived equality is that of the numbers: `Big` contains only numbers that do not fit
/// in `Small`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Repr {
    Small(i64),
    /// Decimal digits without leading zeros, with `-` if it is negative.
    Big(Box<str>),
}

impl Integer {
    /// The integer with these decimal digits and an optional sign; `None` for anything else.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        if let Ok(small) = text.parse() {
            return Some(Self(Repr::Small(small)));
        }
        let (negative, digits) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let significant = digits.trim_start_matches('0');
        let canonical = if negative { format!("-{significant}") } else { significant.to_owned() };
        // Without leading zeros, it may fit in 64 bits.
        Some(canonical.parse::<i64>().map_or_else(
            |_| if significant.is_empty() { Self::from(0) } else { Self(Repr::Big(canonical.into())) },
            Self::from,
        ))
    }

    /// Returns the integer in 64 bits, if it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// Returns the integer in 64 unsigned bits, if it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small(small) => u64::try_from(*small).ok(),
            Repr::Big(digits) => digits.parse().ok(),
        }
    }

    /// The nearest float; infinite if it is out of range.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is wanted")]
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(small) => *small as f64,
            Repr::Big(digits) => digits.parse().unwrap_or(f64::NAN),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        match &self.0 {
            Repr::Small(small) => small
                .checked_abs()
                .map_or_else(|| Self(Repr::Big(small.unsigned_abs().to_string().into())), Self::from),
            Repr::Big(digits) => Self(Repr::Big(digits.trim_start_matches('-').into())),
        }
    }

    /// Returns whether the integer is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(digits) => digits.starts_with('-'),
        }
    }

    /// The remainder of the division by `step`, with Python's sign: that of the step. `None` for a step of 0.
    #[must_use]
    pub fn modulo(&self, step: &Self) -> Option<Self> {
        if let (Repr::Small(value), Repr::Small(step)) = (&self.0, &step.0) {
            let remainder = i128::from(*value).checked_rem_euclid(i128::from(*step))?;
            let signed = if *step < 0 && remainder != 0 { remainder + i128::from(*step) } else { remainder };
            return i64::try_from(signed).ok().map(Self::from);
        }
        let size = |integer: &Self| Natural::from_decimal(integer.to_string().trim_start_matches('-'));
        let divisor = size(step)?;
        let rest = size(self)?.remainder(&divisor)?;
        // The remainder of the absolute values; if the signs differ, it is measured from the other end.
        let rest = if !rest.is_zero() && self.is_negative() != step.is_negative() {
            divisor.minus(&rest)
        } else {
            rest
        };
        let sign = if step.is_negative() { "-" } else { "" };
        Self::from_decimal(&format!("{sign}{}", rest.to_decimal()))
    }

    pub(super) fn cmp_f64(&self, float: f64) -> Option<Ordering> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
        }
        // A whole float is written out exactly, whatever its size; any other lies between two whole ones.
        let floor = float.floor();
        let whole = Self::from_decimal(&format!("{floor:.0}"))?;
        let order = self.cmp(&whole);
        Some(if order == Ordering::Equal && float > floor { Ordering::Less } else { order })
    }
}

/// Integers of these types fit in 64 signed bits.
macro_rules! from_small {
    ($($type:ty)*) => {$(
        impl From<$type> for Integer {
            fn from(small: $type) -> Self {
                Self(Repr::Small(small.into()))
            }
        }
    )*};
}

macro_rules! from_large {
    ($($type:ty)*) => {$(
        impl From<$type> for Integer {
            fn from(large: $type) -> Self {
                Self(i64::try_from(large).map_or_else(|_| Repr::Big(large.to_string().into()), Repr::Small))
            }
        }
    )*};
}

from_small!(i8 i16 i32 i64 u8 u16 u32);
from_large!(u64 usize isize i128 u128);

/// Formats the number itself.
impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => small.fmt(f),
            Repr::Big(digits) => f.write_str(digits),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Small(left), Repr::Small(right)) = (&self.0, &other.0) {
            return left.cmp(right);
        }
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (negative, _) => {
                let (left, right) = (self.to_string(), other.to_string());
                let sizes = left.len().cmp(&right.len()).then_with(|| left.cmp(&right));
                if negative { sizes.reverse() } else { sizes }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Integer {
        Integer::from_decimal(text).unwrap()
    }

    #[test]
    fn integers_are_canonical_and_ordered_at_any_size() {
        let ordered = [
            "-100000000000000000000",
            "-99999999999999999999",
            "-5",
            "0",
            "7",
            "99999999999999999999",
            "100000000000000000000",
        ];
        for pair in ordered.windows(2) {
            assert!(integer(pair[0]) < integer(pair[1]), "{pair:?}");
        }
        assert_eq!(integer("+000000000000000000000000007"), Integer::from(7));
        assert_eq!(integer("-00000000000000000000000000"), Integer::from(0));
        assert_eq!(integer("-0099999999999999999999").to_string(), "-99999999999999999999");
        assert_eq!(Integer::from_decimal("1e3"), None);
        assert_eq!(Integer::from_decimal("-"), None);
    }

    #[test]
    fn modulo_has_the_sign_of_the_step() {
        fn check(value: &str, step: &str, expect: Option<&str>) {
            let rest = integer(value).modulo(&integer(step));
            assert_eq!(rest.map(|rest| rest.to_string()).as_deref(), expect, "{value} % {step}");
        }
        check("7", "3", Some("1"));
        check("-7", "3", Some("2"));
        check("7", "-3", Some("-2"));
        check("-7", "-3", Some("-1"));
        check("6", "-3", Some("0"));
        check("100000000000000000000000001", "10", Some("1"));
        check("-100000000000000000000000001", "10", Some("9"));
        check("1", "0", None);
        check("100000000000000000000000001", "0", None);
        check("5", "-100000000000000000000", Some("-99999999999999999995"));
        check("-300000000000000000000000001", "100000000000000000000", Some("99999999999999999999"));
        check("300000000000000000000", "100000000000000000000", Some("0"));
    }
}
