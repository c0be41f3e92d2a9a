//! Natural numbers of any size, with the operations for reading and comparing integers.

use std::cmp::Ordering;

use crate::MAX_DIGITS;

/// A natural number or zero, in groups of nine decimal digits, the lowest first, without leading zeros.
///
/// An own type, because `heat-model` is part of every plug-in, whose dependency tree has a limit: its integers are read, compared
/// and divided, and a crate of big integers is more than that needs. `yaql`, which no plug-in contains, has all of Python's
/// arithmetic, and uses one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Natural {
    groups: Vec<u32>,
}

const GROUP: u64 = 1_000_000_000;
const GROUP_LIMIT: u32 = 1_000_000_000;
const GROUP_DIGITS: usize = 9;

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let length = self.groups.len().cmp(&other.groups.len());
        length.then_with(|| self.groups.iter().rev().cmp(other.groups.iter().rev()))
    }
}

impl Natural {
    /// The number zero.
    #[must_use]
    pub fn zero() -> Self {
        Self { groups: Vec::new() }
    }

    /// Reads digits in a base up to 36; `None` if one of them is not a digit, or if there are too many.
    #[must_use]
    pub fn from_digits(digits: &str, base: u32) -> Option<Self> {
        let mut number = Self::zero();
        for digit in digits.chars() {
            number.multiply_add(base, digit.to_digit(base)?);
            if number.groups.len() > MAX_DIGITS / GROUP_DIGITS + 1 {
                return None;
            }
        }
        Some(number)
    }

    /// Reads decimal digits, of any number; `None` if one of them is not a digit.
    #[must_use]
    pub fn from_decimal(digits: &str) -> Option<Self> {
        let groups = digits.as_bytes().rchunks(GROUP_DIGITS).map(|group| {
            let is_digit = |byte: &u8| byte.is_ascii_digit();
            let value =
                |group: &[u8]| group.iter().fold(0, |value, byte| value * 10 + u32::from(byte - b'0'));
            group.iter().all(is_digit).then(|| value(group))
        });
        let mut groups = groups.collect::<Option<Vec<u32>>>()?;
        while groups.last() == Some(&0) {
            groups.pop();
        }
        Some(Self { groups })
    }

    /// `self * factor + summand`, in place.
    pub fn multiply_add(&mut self, factor: u32, summand: u32) {
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

    /// `self + other`, in place.
    pub fn add(&mut self, other: &Self) {
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

    /// The decimal digits, without leading zeros; `0` for zero.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        let mut digits = String::with_capacity(self.groups.len() * GROUP_DIGITS);
        for group in self.groups.iter().rev() {
            // The added leading one preserves the group's leading zeros.
            let padded = group + 1_000_000_000;
            digits.push_str(&padded.to_string()[1..]);
        }
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
    }

    /// Returns whether the number is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.groups.is_empty()
    }

    /// The difference between this number and one that is not greater.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut borrowed = 0;
        let groups = self.groups.iter().enumerate().map(|(index, group)| {
            let taken = u64::from(other.groups.get(index).copied().unwrap_or(0)) + borrowed;
            borrowed = u64::from(u64::from(*group) < taken);
            low(u64::from(*group) + borrowed * GROUP - taken)
        });
        let mut groups: Vec<u32> = groups.collect();
        while groups.last() == Some(&0) {
            groups.pop();
        }
        Self { groups }
    }

    /// The remainder of the division by another number; `None` if the divisor is zero.
    #[must_use]
    pub fn remainder(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        let mut rest = Self::zero();
        for group in self.groups.iter().rev() {
            rest.append_group(*group);
            rest = rest.minus(&divisor.largest_multiple_within(&rest));
        }
        Some(rest)
    }

    /// Appends a group as the lowest one, like a digit at the end of a number.
    fn append_group(&mut self, group: u32) {
        if group != 0 || !self.groups.is_empty() {
            self.groups.insert(0, group);
        }
    }

    /// The largest multiple of this number that is not greater than `number`, which is less than this number times [`GROUP`].
    fn largest_multiple_within(&self, number: &Self) -> Self {
        let times = |factor: u32| {
            let mut product = self.clone();
            product.multiply_add(factor, 0);
            if factor == 0 { Self::zero() } else { product }
        };
        let (mut least, mut beyond) = (0, GROUP_LIMIT);
        while beyond - least > 1 {
            let middle = least + (beyond - least) / 2;
            if times(middle) <= *number { least = middle } else { beyond = middle }
        }
        times(least)
    }

    /// Returns whether the number has more digits than Python converts to text.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
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
        let number = Natural::from_digits(digits, base).map(|number| number.to_decimal());
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
        assert_eq!(Natural::from_digits("12", 2), None);
    }

    #[test]
    fn sums_carry() {
        let mut sum = Natural::from_digits("999999999999999999", 10).unwrap();
        sum.add(&Natural::from_digits("1", 10).unwrap());
        assert_eq!(sum.to_decimal(), "1000000000000000000");
    }

    #[test]
    fn decimal_digits_are_read_in_any_number() {
        let check = |digits: &str, expect: Option<&str>| {
            let number = Natural::from_decimal(digits).map(|number| number.to_decimal());
            assert_eq!(number.as_deref(), expect, "{digits}");
        };
        check("0", Some("0"));
        check("000000000000", Some("0"));
        check("1000000000", Some("1000000000"));
        check("0123456789012345678901234567890", Some("123456789012345678901234567890"));
        check("12a", None);
        let long = "7".repeat(10_000);
        check(&long, Some(&long));
    }

    #[test]
    fn remainders_are_those_of_long_division() {
        fn check(number: &str, divisor: &str, expect: Option<&str>) {
            let [number, divisor] = [number, divisor].map(|digits| Natural::from_decimal(digits).unwrap());
            let rest = number.remainder(&divisor).map(|rest| rest.to_decimal());
            assert_eq!(rest.as_deref(), expect, "{number:?} % {divisor:?}");
        }
        check("7", "0", None);
        check("0", "7", Some("0"));
        check("1000000000", "7", Some("6"));
        check("123456789012345678901234567890", "987654321098765", Some("547854957125085"));
        check("123456789012345678901234567890", "1", Some("0"));
        check("999999999999999999999999999999", "1000000000000000000", Some("999999999999999999"));
        check("5", "123456789012345678901234567890", Some("5"));
    }

    #[test]
    fn length_is_limited_as_in_python() {
        let long = |digits: usize| Natural::from_digits(&"9".repeat(digits), 10);
        assert!(long(4300).is_some_and(|number| !number.is_too_long()));
        assert!(long(4301).is_none_or(|number| number.is_too_long()));
        // Reading stops at the first group above the limit, not at the end of a long text.
        assert_eq!(long(MAX_DIGITS + GROUP_DIGITS + 1), None);
        assert_eq!(long(100_000), None);
    }
}
