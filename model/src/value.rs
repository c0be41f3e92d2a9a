//! Property values: defaults, allowed values, and the data that templates give.
//!
//! What YAML and JSON can say, with Python's idea of numbers: integers of any size, integers and floats apart, but
//! equal where they mean the same (`1 == 1.0 == True`).

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An integer of any size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

/// Kept canonical, so that the derived equality is that of the numbers: `Big` holds only what `Small` cannot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Decimal digits without leading zeros, with `-` where negative.
    Big(Box<str>),
}

impl Integer {
    /// The integer of decimal digits with an optional sign; `None` where there is anything else.
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
        // Leading zeros may have hidden a small one.
        Some(canonical.parse::<i64>().map_or_else(
            |_| if significant.is_empty() { Self::from(0) } else { Self(Repr::Big(canonical.into())) },
            Self::from,
        ))
    }

    /// It as 64 bits, where it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The nearest float; infinite where there is none.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(small) => *small as f64,
            Repr::Big(digits) => digits.parse().unwrap_or(f64::NAN),
        }
    }

    /// It without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        match &self.0 {
            Repr::Small(small) => small
                .checked_abs()
                .map_or_else(|| Self(Repr::Big(small.unsigned_abs().to_string().into())), Self::from),
            Repr::Big(digits) => Self(Repr::Big(digits.trim_start_matches('-').into())),
        }
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(digits) => digits.starts_with('-'),
        }
    }

    /// What is left when divided by `step`, with Python's sign: that of the step. `None` for a step of 0.
    #[must_use]
    pub fn modulo(&self, step: &Self) -> Option<Self> {
        if let (Repr::Small(value), Repr::Small(step)) = (&self.0, &step.0) {
            let remainder = i128::from(*value).checked_rem_euclid(i128::from(*step))?;
            let signed = if *step < 0 && remainder != 0 { remainder + i128::from(*step) } else { remainder };
            return i64::try_from(signed).ok().map(Self::from);
        }
        let size = step.to_string().trim_start_matches('-').to_owned();
        if size == "0" {
            return None;
        }
        let rest = remainder_of_digits(self.to_string().trim_start_matches('-'), &size);
        // The remainder of the sizes; where the signs differ, it counts from the other end.
        let rest = if rest != "0" && self.is_negative() != step.is_negative() {
            difference_of_digits(&size, &rest)
        } else {
            rest
        };
        Self::from_decimal(&if step.is_negative() { format!("-{rest}") } else { rest })
    }

    fn cmp_f64(&self, float: f64) -> Option<Ordering> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
        }
        // A whole float is written out exactly, whatever its size; the rest is between two whole ones.
        let floor = float.floor();
        let whole = Self::from_decimal(&format!("{floor:.0}"))?;
        let order = self.cmp(&whole);
        Some(if order == Ordering::Equal && float > floor { Ordering::Less } else { order })
    }
}

/// What is left of one unsigned decimal when divided by another, digit by digit as on paper.
fn remainder_of_digits(value: &str, step: &str) -> String {
    let mut rest = String::from("0");
    for digit in value.chars() {
        if rest == "0" {
            rest.clear();
        }
        rest.push(digit);
        while (rest.len(), rest.as_str()) >= (step.len(), step) {
            rest = difference_of_digits(&rest, step);
        }
    }
    rest
}

/// One unsigned decimal less another that is not greater.
fn difference_of_digits(larger: &str, smaller: &str) -> String {
    let mut borrowed = 0;
    let padding = std::iter::repeat(b'0');
    let mut digits: Vec<u8> = larger
        .bytes()
        .rev()
        .zip(smaller.bytes().rev().chain(padding))
        .map(|(left, right)| {
            let right = right - b'0' + borrowed;
            let left = left - b'0';
            borrowed = u8::from(left < right);
            b'0' + left + 10 * borrowed - right
        })
        .collect();
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

impl From<i64> for Integer {
    fn from(small: i64) -> Self {
        Self(Repr::Small(small))
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

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(Integer),
    /// A number with a fraction, an infinite one, or none at all.
    Float(f64),
    /// Text.
    String(String),
    /// Items in order.
    List(Vec<Value>),
    /// Names with values, in source order. Shared, so that copying a value does not copy what is in it.
    Map(Arc<IndexMap<String, Value>>),
}

impl Value {
    /// What it is, for messages: `a string`, `a map`.
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

    /// The text, if it is a string.
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

    /// The entries to be changed, if it is a map. Other copies of the value stay as they are.
    pub fn as_map_mut(&mut self) -> Option<&mut IndexMap<String, Value>> {
        match self {
            Self::Map(map) => Some(Arc::make_mut(map)),
            _ => None,
        }
    }

    /// Whether Python takes it for true: it is not null, false, zero or empty.
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

    /// Order of two numbers as Python has it, booleans being 0 and 1. `None` where one is no number, or not a number.
    #[must_use]
    pub fn compare_numbers(&self, other: &Self) -> Option<Ordering> {
        match (self.as_number()?, other.as_number()?) {
            (Number::Integer(left), Number::Integer(right)) => Some(left.cmp(&right)),
            (Number::Integer(left), Number::Float(right)) => left.cmp_f64(right),
            (Number::Float(left), Number::Integer(right)) => right.cmp_f64(left).map(Ordering::reverse),
            (Number::Float(left), Number::Float(right)) => left.partial_cmp(&right),
        }
    }

    /// Equality as Python has it: numbers by what they mean, maps whatever their order.
    #[must_use]
    pub fn python_eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::String(left), Self::String(right)) => left == right,
            (Self::Null, Self::Null) => true,
            (Self::List(left), Self::List(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.python_eq(right))
            }
            (Self::Map(left), Self::Map(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .all(|(key, value)| right.get(key).is_some_and(|other| value.python_eq(other)))
            }
            _ => self.compare_numbers(other) == Some(Ordering::Equal),
        }
    }

    /// What Python's `%` gives of two numbers, with the sign of the step. `None` where one is no number, or the step 0.
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

/// As JSON, with `NaN` and `Infinity` as Python writes them.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(flag) => flag.fmt(f),
            Self::Integer(integer) => integer.fmt(f),
            Self::Float(float) if float.is_nan() => f.write_str("NaN"),
            Self::Float(float) if float.is_infinite() => {
                f.write_str(if *float > 0.0 { "Infinity" } else { "-Infinity" })
            }
            Self::Float(float) => write!(f, "{float:?}"),
            Self::String(text) => fmt_string(text, f),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Map(map) => {
                f.write_str("{")?;
                for (index, (key, value)) in map.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    fmt_string(key, f)?;
                    write!(f, ": {value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn fmt_string(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Integer(integer) => match (&integer.0, integer.to_string().parse::<i128>()) {
                (Repr::Small(small), _) => serializer.serialize_i64(*small),
                (Repr::Big(_), Ok(wide)) => serializer.serialize_i128(wide),
                (Repr::Big(_), Err(_)) => Err(serde::ser::Error::custom(format!(
                    "the integer {integer} is too large to be written"
                ))),
            },
            Self::Float(float) => serializer.serialize_f64(*float),
            Self::String(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(map) => serializer.collect_map(map.iter()),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;

        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_none<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
                Value::deserialize(deserializer)
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
                Ok(Value::Bool(flag))
            }

            fn visit_i64<E>(self, small: i64) -> Result<Value, E> {
                Ok(Value::Integer(small.into()))
            }

            fn visit_u64<E: de::Error>(self, large: u64) -> Result<Value, E> {
                self.visit_i128(large.into())
            }

            fn visit_i128<E: de::Error>(self, wide: i128) -> Result<Value, E> {
                Integer::from_decimal(&wide.to_string())
                    .map(Value::Integer)
                    .ok_or_else(|| E::custom("not an integer"))
            }

            fn visit_f64<E>(self, float: f64) -> Result<Value, E> {
                Ok(Value::Float(float))
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::String(text.to_owned()))
            }

            fn visit_string<E>(self, text: String) -> Result<Value, E> {
                Ok(Value::String(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Value::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
                let mut map = IndexMap::new();
                while let Some((key, value)) = entries.next_entry()? {
                    map.insert(key, value);
                }
                Ok(Value::from(map))
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(small: i64) -> Self {
        Self::Integer(small.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<f64> for Value {
    fn from(float: f64) -> Self {
        Self::Float(float)
    }
}

impl From<IndexMap<String, Self>> for Value {
    fn from(map: IndexMap<String, Self>) -> Self {
        Self::Map(Arc::new(map))
    }
}

impl FromIterator<(String, Self)> for Value {
    fn from_iter<I: IntoIterator<Item = (String, Self)>>(entries: I) -> Self {
        Self::Map(Arc::new(entries.into_iter().collect()))
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
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

    #[test]
    fn numbers_are_equal_by_what_they_mean() {
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
            Value::List(vec![Value::Null, 1.into(), Value::Float(1.0), Value::Float(f64::NAN), "ü".into()]),
        )]));
        assert_eq!(value.to_string(), r#"{"a\"b": [null, 1, 1.0, NaN, "ü"]}"#);
    }
}
