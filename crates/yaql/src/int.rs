//! Integers as in Python, of any size, most of them small.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

/// An integer. It is [`Big`](Int::Big) only if it does not fit into 64 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Int {
    Small(i64),
    Big(Arc<BigInt>),
}

impl Int {
    pub(crate) const ZERO: Self = Self::Small(0);

    pub(crate) fn from_big(big: BigInt) -> Self {
        i64::try_from(&big).map_or_else(|_| Self::Big(Arc::new(big)), Self::Small)
    }

    pub(crate) fn from_usize(number: usize) -> Self {
        i64::try_from(number).map_or_else(|_| Self::Big(Arc::new(number.into())), Self::Small)
    }

    pub(crate) fn to_big(&self) -> BigInt {
        match self {
            Self::Small(small) => BigInt::from(*small),
            Self::Big(big) => (**big).clone(),
        }
    }

    /// Parses decimal digits with an optional sign.
    pub(crate) fn parse(digits: &str) -> Option<Self> {
        match digits.parse() {
            Ok(small) => Some(Self::Small(small)),
            Err(_) => digits.parse().ok().map(Self::from_big),
        }
    }

    pub(crate) fn small(&self) -> Option<i64> {
        match self {
            Self::Small(small) => Some(*small),
            Self::Big(_) => None,
        }
    }

    /// Returns the nearest 64-bit integer.
    pub(crate) fn clamped(&self) -> i64 {
        match self {
            Self::Small(small) => *small,
            Self::Big(_) if self.is_negative() => i64::MIN,
            Self::Big(_) => i64::MAX,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0))
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Self::Small(small) => *small < 0,
            Self::Big(big) => big.sign() == num_bigint::Sign::Minus,
        }
    }

    /// Number of bits of the absolute value.
    pub(crate) fn bits(&self) -> u64 {
        match self {
            Self::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Self::Big(big) => big.bits(),
        }
    }

    /// Returns the nearest float; `None` if it is out of range, where Python raises an error.
    pub(crate) fn to_float(&self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is wanted")]
            Self::Small(small) => Some(*small as f64),
            Self::Big(big) => big.to_string().parse::<f64>().ok().filter(|float| float.is_finite()),
        }
    }

    /// Returns the integer part of a finite float.
    pub(crate) fn from_float(float: f64) -> Self {
        let whole = float.trunc();
        #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
        if whole.abs() < 9e18 {
            return Self::Small(whole as i64);
        }
        let bits = whole.to_bits();
        let exponent = i64::try_from(bits >> 52 & 0x7ff).unwrap_or(0) - 1075;
        let mantissa = BigInt::from(bits & ((1 << 52) - 1) | 1 << 52);
        let big = if exponent >= 0 { mantissa << exponent } else { mantissa >> -exponent };
        Self::from_big(if whole < 0.0 { -big } else { big })
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        self.with(other, i64::checked_add, |left, right| left + right)
    }

    pub(crate) fn subtract(&self, other: &Self) -> Self {
        self.with(other, i64::checked_sub, |left, right| left - right)
    }

    pub(crate) fn multiply(&self, other: &Self) -> Self {
        self.with(other, i64::checked_mul, |left, right| left * right)
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        self.with(other, |left, right| Some(left & right), |left, right| left & right)
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        self.with(other, |left, right| Some(left | right), |left, right| left | right)
    }

    pub(crate) fn xor(&self, other: &Self) -> Self {
        self.with(other, |left, right| Some(left ^ right), |left, right| left ^ right)
    }

    pub(crate) fn negate(&self) -> Self {
        Self::ZERO.subtract(self)
    }

    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() { self.negate() } else { self.clone() }
    }

    /// Python's `//`. The divisor must not be zero.
    pub(crate) fn floor_divide(&self, other: &Self) -> Self {
        let floor = |left: BigInt, right: BigInt| (&left - big_modulo(&left, &right)) / &right;
        self.with(other, small_divide, floor)
    }

    /// Python's `%`, which has the sign of the divisor. The divisor must not be zero.
    pub(crate) fn modulo(&self, other: &Self) -> Self {
        let small = |left: i64, right: i64| {
            let remainder = left.checked_rem(right)?;
            Some(if remainder != 0 && (remainder < 0) != (right < 0) { remainder + right } else { remainder })
        };
        self.with(other, small, |left, right| big_modulo(&left, &right))
    }

    fn with(
        &self,
        other: &Self,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(BigInt, BigInt) -> BigInt,
    ) -> Self {
        if let (Self::Small(left), Self::Small(right)) = (self, other)
            && let Some(result) = small(*left, *right)
        {
            return Self::Small(result);
        }
        Self::from_big(big(self.to_big(), other.to_big()))
    }

    /// Formats the integer in base 16, with a sign.
    pub(crate) fn to_hex(&self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        format!("{sign}0x{}", self.abs().to_big().to_str_radix(16))
    }

    /// Compares with a float, exactly; `None` for NaN.
    pub(crate) fn compare_float(&self, float: f64) -> Option<Ordering> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
        }
        let whole = Self::from_float(float);
        Some(self.cmp(&whole).then_with(|| 0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
    }
}

fn small_divide(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let inexact = left % right != 0;
    Some(if inexact && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

fn big_modulo(left: &BigInt, right: &BigInt) -> BigInt {
    let zero = BigInt::from(0);
    let remainder = left % right;
    if remainder != zero && (remainder < zero) != (*right < zero) { remainder + right } else { remainder }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(left), Self::Small(right)) => left.cmp(right),
            (Self::Big(left), Self::Big(right)) => left.cmp(right),
            (Self::Small(_), Self::Big(_)) if other.is_negative() => Ordering::Greater,
            (Self::Small(_), Self::Big(_)) => Ordering::Less,
            (Self::Big(_), Self::Small(_)) => other.cmp(self).reverse(),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(small) => write!(f, "{small}"),
            Self::Big(big) => write!(f, "{big}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Int;

    fn check(operation: fn(&Int, &Int) -> Int, left: &str, right: &str, expect: &str) {
        let (left, right) = (Int::parse(left).unwrap(), Int::parse(right).unwrap());
        assert_eq!(operation(&left, &right).to_string(), expect, "{left} {right}");
    }

    #[test]
    fn division_rounds_down() {
        check(Int::floor_divide, "7", "2", "3");
        check(Int::floor_divide, "-7", "2", "-4");
        check(Int::floor_divide, "7", "-2", "-4");
        check(Int::floor_divide, "-100000000000000000000000", "7", "-14285714285714285714286");
        check(Int::floor_divide, "-9223372036854775808", "-1", "9223372036854775808");
        check(Int::modulo, "-7", "2", "1");
        check(Int::modulo, "7", "-2", "-1");
        check(Int::modulo, "-100000000000000000000000", "7", "2");
    }

    #[test]
    fn results_grow_beyond_64_bits_and_shrink_back() {
        check(
            Int::multiply,
            "9223372036854775807",
            "9223372036854775807",
            "85070591730234615847396907784232501249",
        );
        check(Int::subtract, "9223372036854775808", "1", "9223372036854775807");
        check(
            Int::xor,
            "-1",
            "340282366920938463463374607431768211456",
            "-340282366920938463463374607431768211457",
        );
    }

    #[test]
    fn floats_compare_exactly() {
        let big = Int::parse("9007199254740993").unwrap();
        assert_eq!(big.compare_float(9_007_199_254_740_992.0), Some(std::cmp::Ordering::Greater));
        assert_eq!(Int::from_float(1e20).to_string(), "100000000000000000000");
        assert_eq!(Int::from_float(-1.5).to_string(), "-1");
        assert_eq!(Int::Small(1).compare_float(1.5), Some(std::cmp::Ordering::Less));
        assert_eq!(Int::Small(-1).compare_float(-1.5), Some(std::cmp::Ordering::Greater));
    }
}
