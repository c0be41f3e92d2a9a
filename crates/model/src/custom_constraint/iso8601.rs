//! `iso_8601`, `expiration`: dates and times (oslo.utils' `parse_isotime` and `normalize_time`, over iso8601 2.1).
//!
//! The library reads a subset of ISO 8601 with some extensions: neither weeks nor days of the year, but
//! `2024-1-1`, a fraction after minutes, and a space instead of the `T`. Missing parts default to the lowest
//! value, and the time zone to UTC.

use super::Moment;
use super::text::{before_final_line_feed, quote, string, strip};
use crate::Value;

pub(super) fn check(value: &Value) -> Result<(), String> {
    read(string(value)?).map(|_| ())
}

pub(super) fn check_expiration(value: &Value, now: Moment) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let moment = read(strip(string(value)?))?;
    if !(Moment::FIRST..=Moment::LAST).contains(&moment) {
        return Err("in UTC, the year is not between 1 and 9999".to_owned());
    }
    if moment > now { Ok(()) } else { Err("the moment has passed".to_owned()) }
}

/// The parts of a text, before it is known whether that moment exists.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    year: u16,
    month: Option<u16>,
    day: Option<u16>,
    hour: u16,
    minute: u16,
    second: u16,
    /// The digits of the fraction of a second.
    fraction: &'a [u8],
    /// Minutes east of Greenwich.
    offset: i32,
}

/// The moment; the offset from UTC may put it beyond the years 1 to 9999.
fn read(text: &str) -> Result<Moment, String> {
    let parts = parse(before_final_line_feed(text).as_bytes()).ok_or_else(|| {
        format!("not a date, or date and time, as in `2030-06-01T12:00:00Z`: {}", quote(text))
    })?;
    let (month, day) = (parts.month.unwrap_or(1), parts.day.unwrap_or(1));
    in_range("year", parts.year, 1..=9999)?;
    in_range("month", month, 1..=12)?;
    let days = days_in_month(parts.year, month);
    if !(1..=days).contains(&day) {
        return Err(format!("the month {:04}-{month:02} has {days} days, found {day}", parts.year));
    }
    in_range("hour", parts.hour, 0..=23)?;
    in_range("minute", parts.minute, 0..=59)?;
    in_range("second", parts.second, 0..=59)?;
    let microseconds = microseconds(parts.fraction);
    if microseconds > 999_999 {
        return Err("the fraction of the second rounds to a whole one".to_owned());
    }
    if parts.offset.abs() >= 24 * 60 {
        return Err("the time zone is a day or more away from UTC".to_owned());
    }
    let minutes = (days_since_1970(parts.year, month, day) * 24 + i64::from(parts.hour)) * 60
        + i64::from(parts.minute)
        - i64::from(parts.offset);
    Ok(Moment::from_unix(minutes * 60 + i64::from(parts.second), microseconds))
}

fn in_range(what: &str, number: u16, range: std::ops::RangeInclusive<u16>) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    Err(format!("the {what} is {} to {}, found {number}", range.start(), range.end()))
}

/// A number with this many digits, and the rest.
fn number(text: &[u8], digits: usize) -> Option<(u16, &[u8])> {
    let (number, rest) = text.split_at_checked(digits)?;
    let value = number
        .iter()
        .try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u16::from(byte - b'0')))?;
    Some((value, rest))
}

fn parse(text: &[u8]) -> Option<Parts<'_>> {
    let (year, rest) = number(text, 4)?;
    let parts = Parts { year, ..Parts::default() };
    match rest {
        [] => Some(parts),
        // A digit may belong to the month or to the day: the month takes two if the rest allows it.
        [b'-', rest @ ..] => [2, 1].into_iter().find_map(|digits| {
            let (month, rest) = number(rest, digits)?;
            let parts = Parts { month: Some(month), ..parts };
            if rest.is_empty() { Some(parts) } else { parse_day(rest, parts) }
        }),
        // The day is required: `202401` is rejected, as it could be a two-digit year with month and day.
        _ => {
            let (month, rest) = number(rest, 2)?;
            parse_day(rest, Parts { month: Some(month), ..parts })
        }
    }
}

fn parse_day<'a>(text: &'a [u8], parts: Parts<'a>) -> Option<Parts<'a>> {
    let with_day = |text, digits| {
        let (day, rest) = number(text, digits)?;
        let parts = Parts { day: Some(day), ..parts };
        if rest.is_empty() { Some(parts) } else { parse_time(rest, parts) }
    };
    match text {
        [b'-', rest @ ..] => [2, 1].into_iter().find_map(|digits| with_day(rest, digits)),
        _ => with_day(text, 2),
    }
}

fn parse_time<'a>(text: &'a [u8], parts: Parts<'a>) -> Option<Parts<'a>> {
    let [b' ' | b'T', rest @ ..] = text else { return None };
    let (hour, rest) = number(rest, 2)?;
    let parts = Parts { hour, ..parts };
    // Minutes can be omitted, in which case seconds follow the hour: `12:30.5` is not half past twelve,
    // because only seconds have a fraction, but 30.5 seconds past twelve.
    number(without_colon(rest), 2)
        .and_then(|(minute, rest)| parse_seconds(rest, Parts { minute, ..parts }))
        .or_else(|| parse_seconds(rest, parts))
}

fn parse_seconds<'a>(text: &'a [u8], parts: Parts<'a>) -> Option<Parts<'a>> {
    let digits = without_colon(text);
    let Some((second, rest)) = number(digits, 2).or_else(|| number(digits, 1)) else {
        return parse_zone(text, parts);
    };
    let (fraction, rest) = match rest {
        [b'.' | b',', rest @ ..] => {
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            rest.split_at_checked(length).filter(|(fraction, _)| !fraction.is_empty())?
        }
        _ => (&[][..], rest),
    };
    parse_zone(rest, Parts { second, fraction, ..parts })
}

fn parse_zone<'a>(text: &'a [u8], parts: Parts<'a>) -> Option<Parts<'a>> {
    let (sign, rest) = match text {
        [] | [b'Z'] => return Some(parts),
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let (hours, rest) = number(rest, 2)?;
    let rest = without_colon(rest);
    let (minutes, rest) = if rest.is_empty() { (0, rest) } else { number(rest, 2)? };
    let offset = sign * (i32::from(hours) * 60 + i32::from(minutes));
    rest.is_empty().then_some(Parts { offset, ..parts })
}

fn without_colon(text: &[u8]) -> &[u8] {
    text.strip_prefix(b":").unwrap_or(text)
}

/// The microseconds of a fraction, truncated. The library multiplies with 28 significant digits, so a
/// fraction with more nines than that becomes a whole second.
fn microseconds(fraction: &[u8]) -> u32 {
    const PRECISION: usize = 28;
    let zeros = fraction.iter().take_while(|digit| **digit == b'0').count();
    let significant = fraction.get(zeros..).unwrap_or_default();
    let (kept, rest) = significant.split_at(significant.len().min(PRECISION));
    let mut coefficient = kept.iter().fold(0_u128, |value, digit| value * 10 + u128::from(digit - b'0'));
    // Half to even, as Python rounds decimals.
    let up = match rest {
        [b'5', rest @ ..] => rest.iter().any(|digit| *digit != b'0') || coefficient % 2 == 1,
        [first, ..] => *first > b'5',
        [] => false,
    };
    coefficient += u128::from(up);
    // The last digit of the coefficient is `zeros + kept.len()` places after the point, of which six are
    // used.
    let places = zeros + kept.len();
    let power = |places: usize| u32::try_from(places).ok().and_then(|places| 10_u128.checked_pow(places));
    let micros = match places.checked_sub(6) {
        Some(surplus) => power(surplus).map_or(0, |divisor| coefficient / divisor),
        None => power(6 - places).map_or(0, |factor| coefficient * factor),
    };
    u32::try_from(micros).unwrap_or(u32::MAX)
}

fn days_in_month(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u16::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days between 1970-01-01 and a date of the Gregorian calendar.
fn days_since_1970(year: u16, month: u16, day: u16) -> i64 {
    // Counting years from March puts the leap day at their end.
    let (year, month) = (i64::from(year), i64::from(month));
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days_before_month = (153 * month + 2) / 5;
    let days_before_year = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    days_before_year + days_before_month + i64::from(day) - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<(i64, u32)>) {
        let expect = expect.map(|(seconds, micros)| Moment::from_unix(seconds, micros));
        assert_eq!(read(text).ok(), expect, "{text:?}");
    }

    #[test]
    fn dates_and_times_are_read() {
        check("1970-01-01T00:00:00Z", Some((0, 0)));
        check("1970", Some((0, 0)));
        check("1970-2", Some((31 * 86_400, 0)));
        check("1970-1-2", Some((86_400, 0)));
        check("1970-0102", Some((86_400, 0)));
        check("197001-2", Some((86_400, 0)));
        check("19700102T010203Z\n", Some((90_123, 0)));
        check("1970-01-01 01:02:03,5+01:02", Some((3, 500_000)));
        check("1970-01-01T00-00:01", Some((60, 0)));
        check("1970-01-01T00+01:", Some((-3600, 0)));
        check("2024-02-29T23:59:59.999999-0030", Some((1_709_252_999, 999_999)));
        check("0001-01-01T00:00+23:59", Some((-62_135_596_800 - 86_340, 0)));
    }

    #[test]
    fn digits_go_where_the_whole_can_be_read() {
        // Month 1, day 23.
        check("1970-123", Some((22 * 86_400, 0)));
        check("1970-01-01T12:30.5", Some((43_230, 500_000)));
        check("1970-01-01T123", Some((43_203, 0)));
        check("1970-01-01T12345", Some((45_245, 0)));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "197001",
            "70-01-01",
            "1970-W01-1",
            "1970-1-1T1:00",
            "1970-01-01t00:00",
            "1970-01-01T00:00z",
            "1970-01-01  00:00",
            "1970-01-01T00:00:00.",
            "1970-01-01T00:00+1",
            "1970-01-01T00:00 Z",
            "١٩٧٠",
            "1970\n\n",
            "0000",
            "1970-13",
            "1970-001",
            "1970-02-29",
            "1900-02-29",
            "1970-01-01T24",
            "1970-01-01T00:60",
            "1970-01-01T00:00:60",
            "1970-01-01T00:00+24",
            "1970-01-01T00:00-23:60",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn fractions_are_rounded_at_28_digits_and_then_cut_off() {
        let of = |fraction: &str| microseconds(fraction.as_bytes());
        assert_eq!(of("0000009"), 0);
        assert_eq!(of("1234569"), 123_456);
        assert_eq!(of(&"9".repeat(28)), 999_999);
        assert_eq!(of(&"9".repeat(29)), 1_000_000);
        assert_eq!(of(&format!("{}49", "9".repeat(28))), 999_999);
        assert_eq!(of(&format!("000000{}", "9".repeat(29))), 1);
        assert_eq!(of(&"0".repeat(100_000)), 0);
    }

    #[test]
    fn expirations_are_in_the_future() {
        let now = Moment::from_unix(86_400, 500_000);
        let expires = |text: &str| check_expiration(&Value::from(text), now).is_ok();
        assert!(expires(" \u{1c}1970-01-02T00:00:00.500001Z\u{85}"));
        assert!(!expires("1970-01-02T00:00:00.5Z"));
        assert!(expires("1970-01-02T00:00-01"));
        assert!(!expires("1970-01-02T23:59+23:59"));
        assert!(expires("9999-12-31T23:59:59.999999"));
        assert!(!expires("9999-12-31T23:59-00:01"));
    }
}
