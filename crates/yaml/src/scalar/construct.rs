//! Construction of the value of a typed scalar.

use heat_python::MAX_DIGITS;

use super::resolve::ScalarType;
use crate::Value;
use heat_python::Natural;

/// Returns the value of a scalar of this type. The error is the reason why its text has none.
pub(crate) fn construct(kind: ScalarType, text: &str) -> Result<Value, String> {
    match kind {
        ScalarType::Null => Ok(Value::Null),
        ScalarType::Bool => boolean(text).map(Value::Bool),
        ScalarType::Int => integer(text),
        ScalarType::Float => float(text).map(Value::Float),
        ScalarType::String | ScalarType::Merge | ScalarType::Value | ScalarType::Indicator => {
            Ok(Value::String(text.to_owned()))
        }
    }
}

fn boolean(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "on" => Ok(true),
        "no" | "false" | "off" => Ok(false),
        _ => Err(format!("{} is not a boolean", quoted(text))),
    }
}

fn integer(text: &str) -> Result<Value, String> {
    let plain = text.replace('_', "");
    let (negative, digits) = match plain.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let bad = || format!("{} is not an integer", quoted(text));
    let number = if digits.is_empty() {
        None
    } else if let Some(bits) = digits.strip_prefix("0b") {
        python_int(bits, 2)
    } else if let Some(hex) = digits.strip_prefix("0x") {
        python_int(hex, 16)
    } else if digits.starts_with('0') && digits.len() > 1 {
        python_int(digits, 8)
    } else if digits.contains(':') {
        sexagesimal_integer(digits)
    } else {
        python_int(digits, 10)
    };
    let (own_sign, number) = number.ok_or_else(|| too_long(digits).unwrap_or_else(bad))?;
    if number.is_too_long() {
        return Err(too_long("").unwrap_or_else(|| format!("an integer of more than {MAX_DIGITS} digits")));
    }
    Ok(integer_value(negative != own_sign, &number.to_decimal()))
}

fn too_long(digits: &str) -> Option<String> {
    (digits.len() > MAX_DIGITS).then(|| format!("an integer of more than {MAX_DIGITS} digits"))
}

/// Returns an integer from its canonical decimal digits.
pub(crate) fn integer_value(negative: bool, digits: &str) -> Value {
    let text = if negative && digits != "0" { format!("-{digits}") } else { digits.to_owned() };
    match text.parse() {
        Ok(number) => Value::Integer(number),
        Err(_) => Value::BigInteger(text),
    }
}

/// Reads an integer as Python's `int(text, base)` does: with surrounding space, one sign, and, for bases other than ten, their
/// prefix.
fn python_int(text: &str, base: u32) -> Option<(bool, Natural)> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let prefix = match base {
        2 => ["0b", "0B"],
        8 => ["0o", "0O"],
        16 => ["0x", "0X"],
        _ => ["", ""],
    };
    let digits = prefix.iter().find_map(|prefix| digits.strip_prefix(prefix)).unwrap_or(digits);
    if digits.is_empty() {
        return None;
    }
    Natural::from_digits(digits, base).map(|number| (negative, number))
}

fn sexagesimal_integer(text: &str) -> Option<(bool, Natural)> {
    let mut total = Natural::zero();
    for part in text.split(':') {
        let (negative, part) = python_int(part, 10)?;
        if negative {
            // Only an explicit `!!int` gets here, and nobody writes `1:-2`.
            return None;
        }
        total.multiply_add(60, 0);
        total.add(&part);
        if total.is_too_long() {
            return None;
        }
    }
    Some((false, total))
}

fn float(text: &str) -> Result<f64, String> {
    let plain = text.replace('_', "").to_lowercase();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let number = match digits {
        ".inf" => Some(f64::INFINITY),
        ".nan" => return Ok(f64::NAN),
        _ if digits.contains(':') => sexagesimal_float(digits),
        _ => python_float(digits),
    };
    number.map(|number| sign * number).ok_or_else(|| format!("{} is not a number", quoted(text)))
}

/// Parses a text as Python's `float(text)` does, in lower case.
fn python_float(text: &str) -> Option<f64> {
    // Rust's own parser accepts the same forms, including `inf`, `infinity` and `nan`.
    text.trim().parse().ok()
}

fn sexagesimal_float(text: &str) -> Option<f64> {
    let mut base = Natural::from_digits("1", 10)?;
    let mut total = 0.0;
    for part in text.rsplit(':') {
        let weight: f64 = base.to_decimal().parse().ok()?;
        if !weight.is_finite() {
            return None;
        }
        total += python_float(part)? * weight;
        base.multiply_add(60, 0);
    }
    Some(total)
}

/// Returns a text in quotes for a message, cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if text.chars().count() > MAX_LENGTH {
        let start: String = text.chars().take(MAX_LENGTH).collect();
        format!("{start:?}…")
    } else {
        format!("{text:?}")
    }
}
