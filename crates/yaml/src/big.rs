//! Whole numbers of any size, with the operations that reading and writing them need.

use heat_json::MAX_DIGITS;

/// A non-negative whole number, in groups of nine decimal digits, the lowest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Big {
    groups: Vec<u32>,
}

const GROUP: u64 = 1_000_000_000;
const GROUP_DIGITS: usize = 9;

impl Big {
    pub(crate) fn zero() -> Self {
        Self { groups: Vec::new() }
    }

    /// Parses digits in a base up to 36; `None` if one of them is not a digit, or if there are too many.
    pub(crate) fn from_digits(digits: &str, base: u32) -> Option<Self> {
        let mut number = Self::zero();
        for digit in digits.chars() {
            number.multiply_add(base, digit.to_digit(base)?);
            if number.groups.len() > MAX_DIGITS / GROUP_DIGITS + 1 {
                return None;
            }
        }
        Some(number)
    }

    /// Computes `self * factor + summand`, in place.
    pub(crate) fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for group in &mut self.groups {
            let value = u64::from(*group) * u64::from(factor) + carry;
            *group = low(value);
            carry = value / GROUP;
        }
        while carry > 0 {
            self.groups.push(low(carry));
            carry /= GROUP;
        }
    }

    /// Computes `self + other`, in place.
    pub(crate) fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for index in 0..self.groups.len().max(other.groups.len()) {
            if index == self.groups.len() {
                self.groups.push(0);
            }
            let value =
                u64::from(self.groups[index]) + other.groups.get(index).map_or(0, |g| u64::from(*g)) + carry;
            self.groups[index] = low(value);
            carry = value / GROUP;
        }
        if carry > 0 {
            self.groups.push(low(carry));
        }
    }

    /// Returns the decimal digits, without leading zeros; `0` for zero.
    pub(crate) fn to_decimal(&self) -> String {
        let mut digits = String::with_capacity(self.groups.len() * GROUP_DIGITS);
        for group in self.groups.iter().rev() {
            // The added leading one preserves the group's leading zeros.
            let padded = group + 1_000_000_000;
            digits.push_str(&padded.to_string()[1..]);
        }
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
    }

    /// Whether the number has more digits than Python converts to text.
    pub(crate) fn is_too_long(&self) -> bool {
        self.groups.len() > MAX_DIGITS / GROUP_DIGITS && self.to_decimal().len() > MAX_DIGITS
    }
}

fn low(value: u64) -> u32 {
    // Below GROUP, so it fits in 32 bits.
    u32::try_from(value % GROUP).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(digits: &str, base: u32, expect: &str) {
        let number = Big::from_digits(digits, base).map(|number| number.to_decimal());
        assert_eq!(number.as_deref(), Some(expect), "{digits} in base {base}");
    }

    #[test]
    fn digits_of_any_base() {
        check("0", 10, "0");
        check("", 10, "0");
        check("1000000000", 10, "1000000000");
        check("123456789012345678901234567890", 10, "123456789012345678901234567890");
        check("ffffffffffffffffffff", 16, "1208925819614629174706175");
        check("777", 8, "511");
        assert_eq!(Big::from_digits("12", 2), None);
    }

    #[test]
    fn sums_carry() {
        let mut sum = Big::from_digits("999999999999999999", 10).unwrap();
        sum.add(&Big::from_digits("1", 10).unwrap());
        assert_eq!(sum.to_decimal(), "1000000000000000000");
    }

    #[test]
    fn length_is_limited_as_in_python() {
        let long = |digits: usize| Big::from_digits(&"9".repeat(digits), 10);
        assert!(long(4300).is_some_and(|number| !number.is_too_long()));
        assert!(long(4301).is_none_or(|number| number.is_too_long()));
        // Reading stops at the first group beyond the limit, not at the end of a long text.
        assert_eq!(long(MAX_DIGITS + GROUP_DIGITS + 1), None);
        assert_eq!(long(100_000), None);
    }
}
