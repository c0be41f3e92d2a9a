//! Resolution of the type of a plain scalar.

/// Type of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScalarType {
    Null,
    Bool,
    Int,
    Float,
    String,
    /// The merge key, `<<`.
    Merge,
    /// The value key, `=`.
    Value,
    /// `!`, `&` or `*`, which occur only in texts such as `! "&"`.
    Indicator,
}

/// Returns the type of a plain scalar.
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

/// Returns whether a text matches `[0-9][0-9_]*`.
fn is_grouped(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && all(text, digit_or_underscore)
}

/// Returns whether a text matches `(?::[0-5]?[0-9])+`, without its first colon.
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
