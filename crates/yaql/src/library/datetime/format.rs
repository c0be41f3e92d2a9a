//! Formatting of points in time with a `strftime` format.

use std::fmt::Write as _;

use crate::data::DateTime;
use crate::data::time::{days_before_year, is_leap, offset_text};

pub(super) const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn name<'n>(names: &[&'n str], index: i64) -> &'n str {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or_default()
}

/// Formats a point in time. An unknown directive is kept as it is.
pub(super) fn formatted(time: &DateTime, format: &str) -> String {
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(char) = chars.next() {
        if char != '%' {
            out.push(char);
            continue;
        }
        let rest = chars.as_str();
        let flags = rest.len() - rest.trim_start_matches(['-', '_', '0', '^', '#']).len();
        let digits = rest[flags..].bytes().take_while(u8::is_ascii_digit).count();
        let mut after = rest[flags + digits..].chars();
        match after.next() {
            Some(directive) if flags + digits > 0 => {
                let mut text = String::new();
                write(time, directive, &mut text);
                out.push_str(&padded(
                    &text,
                    &rest[..flags],
                    rest[flags..flags + digits].parse().unwrap_or(0),
                ));
            }
            Some(directive) => write(time, directive, &mut out),
            None => {
                out.push('%');
                out.push_str(rest);
            }
        }
        chars = after;
    }
    out
}

/// Maximum width of a field. A format could request gigabytes.
const MAX_WIDTH: usize = 1000;

/// Pads a field according to the flags and the width, as the C library does.
fn padded(text: &str, flags: &str, width: usize) -> String {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = text.trim_start_matches(['0', ' ']);
    let bare = if is_number && bare.is_empty() { "0" } else { bare };
    let width = width.min(MAX_WIDTH);
    let text = match flags.chars().last() {
        Some('-') => bare.to_owned(),
        Some('_') => format!("{bare:>len$}", len = text.len()),
        Some('^') => text.to_uppercase(),
        _ => text.to_owned(),
    };
    if is_number && !flags.contains('_') { format!("{text:0>width$}") } else { format!("{text:>width$}") }
}

/// Hour on a 12-hour clock.
fn half_day(hour: i64) -> i64 {
    if hour % 12 == 0 { 12 } else { hour % 12 }
}

fn write(time: &DateTime, directive: char, out: &mut String) {
    let at = time.fields();
    let weekday = time.weekday();
    // Writing to a string cannot fail.
    let _ = match directive {
        'Y' => write!(out, "{}", at.year),
        'y' => write!(out, "{:02}", at.year % 100),
        'C' => write!(out, "{}", at.year / 100),
        'm' => write!(out, "{:02}", at.month),
        'd' => write!(out, "{:02}", at.day),
        'e' => write!(out, "{:2}", at.day),
        'H' => write!(out, "{:02}", at.hour),
        'k' => write!(out, "{:2}", at.hour),
        'I' => write!(out, "{:02}", half_day(at.hour)),
        'l' => write!(out, "{:2}", half_day(at.hour)),
        'M' => write!(out, "{:02}", at.minute),
        'S' => write!(out, "{:02}", at.second),
        'f' => write!(out, "{:06}", at.micro),
        'j' => write!(out, "{:03}", time.day_of_year()),
        'p' => out.write_str(if at.hour < 12 { "AM" } else { "PM" }),
        'P' => out.write_str(if at.hour < 12 { "am" } else { "pm" }),
        'A' => out.write_str(name(&DAYS, weekday)),
        'a' => out.write_str(name(&DAYS, weekday).get(..3).unwrap_or_default()),
        'B' => out.write_str(name(&MONTHS, at.month - 1)),
        'b' | 'h' => out.write_str(name(&MONTHS, at.month - 1).get(..3).unwrap_or_default()),
        'u' => write!(out, "{}", weekday + 1),
        'w' => write!(out, "{}", (weekday + 1) % 7),
        'U' => write!(out, "{:02}", (time.day_of_year() + 6 - (weekday + 1) % 7) / 7),
        'W' => write!(out, "{:02}", (time.day_of_year() + 6 - weekday) / 7),
        'V' => write!(out, "{:02}", iso_week(time).1),
        'G' => write!(out, "{}", iso_week(time).0),
        'g' => write!(out, "{:02}", iso_week(time).0 % 100),
        'z' => out.write_str(&time.offset().map(|offset| offset_text(offset, "")).unwrap_or_default()),
        'Z' => out.write_str(match time.offset() {
            Some(crate::data::TimeSpan::ZERO) => "UTC",
            _ => "",
        }),
        // The C library treats the time as local.
        's' => write!(out, "{}", time.with_offset(None).unix().div_euclid(1_000_000)),
        'n' => out.write_char('\n'),
        't' => out.write_char('\t'),
        '%' => out.write_char('%'),
        'D' | 'x' => return extend(time, "%m/%d/%y", out),
        'F' => return extend(time, "%Y-%m-%d", out),
        'T' | 'X' => return extend(time, "%H:%M:%S", out),
        'R' => return extend(time, "%H:%M", out),
        'r' => return extend(time, "%I:%M:%S %p", out),
        'c' => return extend(time, "%a %b %e %H:%M:%S %Y", out),
        other => write!(out, "%{other}"),
    };
}

fn extend(time: &DateTime, format: &str, out: &mut String) {
    out.push_str(&formatted(time, format));
}

/// Year and number of the week according to ISO 8601.
fn iso_week(time: &DateTime) -> (i64, i64) {
    let year = time.fields().year;
    let week = (time.day_of_year() - 1 - time.weekday() + 10) / 7;
    if week < 1 {
        return (year - 1, weeks(year - 1));
    }
    if week > weeks(year) { (year + 1, 1) } else { (year, week) }
}

/// Number of weeks in a year: 53 if it begins on a Thursday, or on a Wednesday in a leap year.
fn weeks(year: i64) -> i64 {
    let first = days_before_year(year) % 7;
    if first == 3 || (first == 2 && is_leap(year)) { 53 } else { 52 }
}
