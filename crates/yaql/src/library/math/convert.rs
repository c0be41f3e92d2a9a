//! Conversion of values to numbers, as in Python's `int()` and `float()`.

use crate::data::repr::repr_of;
use crate::data::{Int, Val};
use crate::error::{Fault, Outcome, overflow, type_error, value_error};
use crate::run::Call;
use crate::syntax::ascii_digit;
use heat_python::MAX_DIGITS;

pub(super) fn int(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let value = call.arg(0);
    Ok(Val::Int(match value {
        Val::Null => Int::ZERO,
        Val::Float(float) if float.is_nan() => {
            return Err(value_error("cannot convert float NaN to integer"));
        }
        Val::Float(float) if float.is_infinite() => {
            return Err(overflow("cannot convert float infinity to integer"));
        }
        Val::Float(float) => Int::from_float(*float),
        Val::Str(text) => {
            let digits = plain_digits(text).ok_or_else(|| bad_literal("int() with base 10", value))?;
            if digits.trim_start_matches(['-', '+']).len() > MAX_DIGITS {
                return Err(value_error(format!(
                    "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion"
                )));
            }
            let number = digits.strip_prefix('+').unwrap_or(&digits);
            let is_whole = number.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
            is_whole
                .then(|| Int::parse(number))
                .flatten()
                .ok_or_else(|| bad_literal("int() with base 10", value))?
        }
        other => other.as_int().ok_or_else(|| not_a_number("int", other))?,
    }))
}

pub(super) fn float(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let value = call.arg(0);
    Ok(Val::Float(match value {
        Val::Null => 0.0,
        Val::Str(text) => {
            let wrong = || value_error(format!("could not convert string to float: {}", quoted(value)));
            let digits = plain_digits(text).ok_or_else(wrong)?;
            read_float(&digits).ok_or_else(wrong)?
        }
        Val::Float(_) | Val::Int(_) | Val::Bool(_) => super::float_of(value)?,
        other => return Err(not_a_number("float", other)),
    }))
}

fn read_float(digits: &str) -> Option<f64> {
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let is_word = ["inf", "infinity", "nan"].iter().any(|word| unsigned.eq_ignore_ascii_case(word));
    let is_number = unsigned.starts_with(|char: char| char.is_ascii_digit() || char == '.');
    if is_word || is_number { digits.parse().ok() } else { None }
}

/// Normalizes a number: removes surrounding white space and underscores between digits, and converts digits to ASCII. `None` if
/// an underscore is not between digits.
fn plain_digits(text: &str) -> Option<String> {
    let text = text.trim_matches(|char: char| char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}'));
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut is_after_digit = false;
    while let Some(char) = chars.next() {
        if char == '_' {
            if !is_after_digit || chars.peek().is_none_or(|next| ascii_digit(*next).is_none()) {
                return None;
            }
            is_after_digit = false;
            continue;
        }
        let digit = ascii_digit(char);
        is_after_digit = digit.is_some();
        out.push(digit.unwrap_or(char));
    }
    Some(out)
}

fn quoted(value: &Val) -> String {
    repr_of(value).map(|text| text.to_string()).unwrap_or_default()
}

fn bad_literal(what: &str, value: &Val) -> Fault {
    value_error(format!("invalid literal for {what}: {}", quoted(value)))
}

fn not_a_number(function: &str, value: &Val) -> Fault {
    let name = value.type_name();
    type_error(format!(
        "{function}() argument must be a string, a bytes-like object or a real number, not '{name}'"
    ))
}

/// Lower bound of a range of random numbers. Python tries to read text as a number, and then reports that it is not an integer.
pub(super) fn lower(value: &Val) -> Outcome<Int> {
    match value {
        Val::Str(_) => Err(value_error("non-integer arg 1 for randrange()")),
        other => upper(other),
    }
}

/// Upper bound of a range of random numbers.
pub(super) fn upper(value: &Val) -> Outcome<Int> {
    match value {
        Val::Float(float) if float.fract() == 0.0 && float.is_finite() => Ok(Int::from_float(*float)),
        Val::Float(float) if float.is_infinite() => Err(overflow("cannot convert float infinity to integer")),
        Val::Float(_) => Err(value_error("non-integer argument for randrange()")),
        other => {
            let name = other.type_name();
            other
                .as_int()
                .ok_or_else(|| type_error(format!("'{name}' object cannot be interpreted as an integer")))
        }
    }
}
