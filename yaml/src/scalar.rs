//! Scalars: the type of a plain scalar, and the value that its text stands for.
//!
//! Both follow PyYAML's rules for YAML 1.1. The type of a plain scalar is resolved from its whole text
//! ([`implicit_type`]); the value of a typed scalar is then read ([`construct`]). An explicit tag can request
//! any type for any text, so that reading can fail.

use crate::Value;
use crate::big::{Big, MAX_DIGITS};

/// The type that a scalar is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScalarType {
    Null,
    Bool,
    Int,
    Float,
    String,
    /// `<<`
    Merge,
    /// `=`
    Value,
    /// `!`, `&` or `*`, which occur only as `! "&"` and the like.
    Indicator,
}

/// The type of a plain scalar.
pub(crate) fn implicit_type(text: &str) -> ScalarType {
    match text.as_bytes() {
        [b'+' | b'-' | b'.' | b'0'..=b'9', ..] if is_float(text) => ScalarType::Float,
        [b'+' | b'-' | b'.' | b'0'..=b'9', ..] if is_int(text) => ScalarType::Int,
        // None of the words is longer than `false`.
        [_, _, _, _, _, _, ..] => ScalarType::String,
        _ => word_type(text),
    }
}

fn word_type(text: &str) -> ScalarType {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => ScalarType::Null,
        "<<" => ScalarType::Merge,
        "=" => ScalarType::Value,
        "!" | "&" | "*" => ScalarType::Indicator,
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false" | "False"
        | "FALSE" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => ScalarType::Bool,
        _ => ScalarType::String,
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn all(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    text.bytes().all(allowed)
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn digit_or_underscore(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'_'
}

/// `[0-9][0-9_]*`
fn is_grouped(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && all(text, digit_or_underscore)
}

/// `(?::[0-5]?[0-9])+`, without its first colon.
fn is_sexagesimal_tail(text: &str) -> bool {
    text.split(':').all(|part| match part.as_bytes() {
        [one] => is_digit(*one),
        [ten, one] => (b'0'..=b'5').contains(ten) && is_digit(*one),
        _ => false,
    })
}

fn is_int(text: &str) -> bool {
    let text = unsigned(text);
    if let Some(bits) = text.strip_prefix("0b") {
        return !bits.is_empty() && all(bits, |byte| matches!(byte, b'0' | b'1' | b'_'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && all(digits, |byte| byte.is_ascii_hexdigit() || byte == b'_');
    }
    if let Some(digits) = text.strip_prefix('0') {
        return all(digits, |byte| matches!(byte, b'0'..=b'7' | b'_'));
    }
    match text.split_once(':') {
        Some((first, tail)) => is_grouped(first) && is_sexagesimal_tail(tail),
        None => is_grouped(text),
    }
}

fn is_float(text: &str) -> bool {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let bare = unsigned(text);
    if matches!(bare, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let Some((whole, rest)) = bare.split_once('.') else { return false };
    if let Some((first, tail)) = whole.split_once(':') {
        return is_grouped(first) && is_sexagesimal_tail(tail) && all(rest, digit_or_underscore);
    }
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    let exponent_fits = exponent.is_none_or(|exponent| {
        exponent.strip_prefix(['+', '-']).is_some_and(|digits| !digits.is_empty() && all(digits, is_digit))
    });
    let number_fits = if whole.is_empty() {
        // Without a whole part, there is no sign either: `-.5` is a string.
        bare.len() == text.len() && is_grouped(fraction)
    } else {
        is_grouped(whole) && all(fraction, digit_or_underscore)
    };
    exponent_fits && number_fits
}

/// The value of a scalar of the given type, or why its text has none.
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

/// An integer from its canonical decimal digits.
pub(crate) fn integer_value(negative: bool, digits: &str) -> Value {
    let text = if negative && digits != "0" { format!("-{digits}") } else { digits.to_owned() };
    match text.parse() {
        Ok(number) => Value::Integer(number),
        Err(_) => Value::BigInteger(text),
    }
}

/// What Python's `int(text, base)` accepts: surrounding space, one sign, and, for bases other than ten, their
/// prefix.
fn python_int(text: &str, base: u32) -> Option<(bool, Big)> {
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
    Big::from_digits(digits, base).map(|number| (negative, number))
}

fn sexagesimal_integer(text: &str) -> Option<(bool, Big)> {
    let mut total = Big::zero();
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

/// What Python's `float(text)` accepts, in lower case.
fn python_float(text: &str) -> Option<f64> {
    // Rust's own parser accepts the same forms, including `inf`, `infinity` and `nan`.
    text.trim().parse().ok()
}

fn sexagesimal_float(text: &str) -> Option<f64> {
    let mut base = Big::from_digits("1", 10)?;
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

/// A text in quotes for a message, cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if text.chars().count() > MAX_LENGTH {
        let start: String = text.chars().take(MAX_LENGTH).collect();
        format!("{start:?}…")
    } else {
        format!("{text:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let value = construct(implicit_type(text), text);
        let shown = match value {
            Ok(Value::Null) => "null".to_owned(),
            Ok(Value::Bool(value)) => format!("bool {value}"),
            Ok(Value::Integer(value)) => format!("int {value}"),
            Ok(Value::BigInteger(value)) => format!("big {value}"),
            Ok(Value::Float(value)) => format!("float {value:?}"),
            Ok(Value::String(value)) if value == text => "string".to_owned(),
            Ok(other) => format!("{other:?}"),
            Err(message) => format!("error: {message}"),
        };
        assert_eq!(shown, expect, "{text:?}");
    }

    #[test]
    fn integers_in_every_base() {
        for (text, expect) in [
            ("0", "int 0"),
            ("-0", "int 0"),
            ("+7", "int 7"),
            ("010", "int 8"),
            ("-010", "int -8"),
            ("0b101", "int 5"),
            ("0xFf", "int 255"),
            ("-0x10", "int -16"),
            ("1_000", "int 1000"),
            ("0_", "int 0"),
            ("22:30", "int 1350"),
            ("-1:00:00", "int -3600"),
            ("9223372036854775807", "int 9223372036854775807"),
            ("-9223372036854775808", "int -9223372036854775808"),
            ("9223372036854775808", "big 9223372036854775808"),
            ("-0xffffffffffffffffffff", "big -1208925819614629174706175"),
        ] {
            check(text, expect);
        }
    }

    #[test]
    fn floats() {
        for (text, expect) in [
            ("1.0", "float 1.0"),
            ("5.", "float 5.0"),
            (".5", "float 0.5"),
            ("1.0e+3", "float 1000.0"),
            ("1.e+3", "float 1000.0"),
            ("1_0.5_0", "float 10.5"),
            ("190:20:30.15", "float 685230.15"),
            ("-1:30.", "float -90.0"),
            ("-0.0", "float -0.0"),
            (".inf", "float inf"),
            ("-.Inf", "float -inf"),
            (".NaN", "float NaN"),
            ("1.0e+999", "float inf"),
        ] {
            check(text, expect);
        }
    }

    #[test]
    fn nulls_and_booleans_in_three_cases_only() {
        for text in ["", "~", "null", "Null", "NULL"] {
            check(text, "null");
        }
        for text in ["yes", "Yes", "YES", "on", "True"] {
            check(text, "bool true");
        }
        for text in ["no", "Off", "FALSE"] {
            check(text, "bool false");
        }
    }

    #[test]
    fn strings_that_look_like_something() {
        for text in [
            "0o10",
            "1e3",
            "1e+3",
            "1.e3",
            "-.5",
            "08",
            "09",
            "y",
            "n",
            "Y",
            "yEs",
            "nULL",
            "0:30",
            "1:60",
            "1:",
            "1:2:",
            "2018-08-31",
            "1.2.3",
            "0b",
            "0x",
            "0b2",
            "+",
            "-",
            ".",
            "._5",
            "+.nan",
            ".iNF",
            "1_e+1",
            "_1",
            "12e03",
            "0b1_1:2",
            "1 000",
            "١",
        ] {
            check(text, "string");
        }
    }

    #[test]
    fn explicit_tags_request_any_type() {
        fn check(kind: ScalarType, text: &str, expect: Result<Value, &str>) {
            assert_eq!(construct(kind, text), expect.map_err(str::to_owned), "{text:?}");
        }
        check(ScalarType::Int, " 12 ", Ok(Value::Integer(12)));
        check(ScalarType::Int, " -12 ", Ok(Value::Integer(-12)));
        check(ScalarType::Int, "--12", Ok(Value::Integer(12)));
        check(ScalarType::Int, "-+12", Ok(Value::Integer(-12)));
        check(ScalarType::Int, "", Err("\"\" is not an integer"));
        check(ScalarType::Int, "0b_", Err("\"0b_\" is not an integer"));
        check(ScalarType::Int, "089", Err("\"089\" is not an integer"));
        check(ScalarType::Float, "3", Ok(Value::Float(3.0)));
        check(ScalarType::Float, "1e3", Ok(Value::Float(1000.0)));
        check(ScalarType::Float, "x", Err("\"x\" is not a number"));
        check(ScalarType::Bool, "tRuE", Ok(Value::Bool(true)));
        check(ScalarType::Bool, "y", Err("\"y\" is not a boolean"));
        check(ScalarType::Null, "anything", Ok(Value::Null));
    }

    #[test]
    fn very_long_integers_are_refused() {
        let long = "9".repeat(4301);
        check(&long, "error: an integer of more than 4300 digits");
        check(&format!("0x{}", "f".repeat(100_000)), "error: an integer of more than 4300 digits");
        check(&format!("1{}", ":00".repeat(100_000)), "error: an integer of more than 4300 digits");
    }
}
