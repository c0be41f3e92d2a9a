//! Parsing of ISO 8601 texts: a date, or a date and a time with or without an offset.

use crate::data::time::{Fields, HOUR, MINUTE};
use crate::data::{DateTime, TimeSpan};
use crate::error::{Error, ErrorClass, Fault, Outcome};

/// Parses a point in time.
///
/// # Errors
/// If the text is not a date in this format. Other formats that Python's dateutil reads are not supported.
pub(super) fn read(text: &str) -> Outcome<DateTime> {
    let refused = || Error::fault(ErrorClass::DateParser, format!("Unknown string format: {text}"));
    let (fields, offset) = date_and_time(text.trim()).ok_or_else(refused)?;
    DateTime::new(fields, offset).map_err(|error| in_text(&error, text))
}

/// Converts an error of a field out of range to the error of dateutil.
fn in_text(error: &Error, text: &str) -> Fault {
    Error::fault(ErrorClass::DateParser, format!("{}: {text}", error.message))
}

fn date_and_time(text: &str) -> Option<(Fields, Option<TimeSpan>)> {
    let (year, rest) = digits(text, 4)?;
    let separator = rest.chars().next().filter(|char| matches!(char, '-' | '/' | '.'));
    let (month, day, rest) = if let Some(separator) = separator {
        let (month, rest) = up_to_two(rest.strip_prefix(separator)?)?;
        let (day, rest) = up_to_two(rest.strip_prefix(separator)?)?;
        (month, day, rest)
    } else {
        let (month, rest) = digits(rest, 2)?;
        let (day, rest) = digits(rest, 2)?;
        (month, day, rest)
    };
    let mut fields = Fields { year, month, day, hour: 0, minute: 0, second: 0, micro: 0 };
    if rest.is_empty() {
        return Some((fields, None));
    }
    let is_joined = separator.is_none() && rest.starts_with(|char: char| char.is_ascii_digit());
    let rest = match rest.strip_prefix(['T', 't']) {
        Some(rest) => rest,
        None if is_joined => rest,
        None => rest.strip_prefix(' ')?.trim_start(),
    };
    let rest = time(rest, &mut fields)?;
    let offset = offset(rest.trim_start())?;
    Some((fields, offset))
}

fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let part = text.get(..count)?;
    part.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
    Some((part.parse().ok()?, &text[count..]))
}

/// Parses one or two digits.
fn up_to_two(text: &str) -> Option<(i64, &str)> {
    digits(text, 2).or_else(|| digits(text, 1))
}

/// Parses hours, and minutes, seconds and a fraction if present. Returns the rest of the text.
fn time<'t>(text: &'t str, fields: &mut Fields) -> Option<&'t str> {
    let (hour, mut rest) = up_to_two(text)?;
    fields.hour = hour;
    let is_basic = rest.starts_with(|char: char| char.is_ascii_digit());
    let mut count = 0;
    for place in [&mut fields.minute, &mut fields.second] {
        let read = match rest.strip_prefix(':') {
            Some(after) => up_to_two(after),
            None if is_basic => digits(rest, 2),
            None => None,
        };
        let Some((number, after)) = read else { break };
        (*place, rest, count) = (number, after, count + 1);
    }
    if count == 2
        && let Some(fraction) = rest.strip_prefix(['.', ','])
    {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let six: String = fraction[..length].chars().chain("000000".chars()).take(6).collect();
        fields.micro = six.parse().ok().filter(|_| length > 0)?;
        rest = &fraction[length..];
    }
    Some(rest)
}

#[expect(clippy::option_option, reason = "a text without an offset differs from one with a wrong offset")]
/// Parses an offset: nothing, `Z`, `UTC`, or hours and minutes with a sign.
fn offset(text: &str) -> Option<Option<TimeSpan>> {
    if text.is_empty() {
        return Some(None);
    }
    if ["Z", "UTC", "GMT"].iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Some(Some(TimeSpan::ZERO));
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (hours, rest) = digits(&text[1..], 2)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let (minutes, rest) = if rest.is_empty() { (0, rest) } else { digits(rest, 2)? };
    if !rest.is_empty() {
        return None;
    }
    let micros = i128::from(hours) * HOUR + i128::from(minutes) * MINUTE;
    TimeSpan::new(sign * micros).ok().map(Some)
}
