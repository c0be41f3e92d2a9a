//! Parsing of points in time with a `strptime` format.

use super::format::{DAYS, MONTHS};
use crate::data::time::{DAY, Fields, HOUR, MINUTE, SECOND, days_before_year};
use crate::data::{DateTime, TimeSpan};
use crate::error::{Fault, Outcome, value_error};

/// Fields that have been parsed so far.
struct ParsedFields {
    fields: Fields,
    is_afternoon: Option<bool>,
    day_of_year: Option<i64>,
    /// Day of the week; 0 for Monday.
    weekday: Option<i64>,
    /// Number of the week, and whether weeks begin on Sundays.
    week: Option<(i64, bool)>,
    has_year: bool,
    offset: Option<TimeSpan>,
}

pub(super) fn parsed(text: &str, format: &str) -> Outcome<DateTime> {
    let refused = || value_error(format!("time data '{text}' does not match format '{format}'"));
    let fields = Fields { year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, micro: 0 };
    let mut parsed = ParsedFields {
        fields,
        is_afternoon: None,
        day_of_year: None,
        weekday: None,
        week: None,
        has_year: format.contains("%Y") || format.contains("%y"),
        offset: None,
    };
    let rest = parsed.read(text, format)?.ok_or_else(refused)?;
    if !rest.is_empty() {
        return Err(value_error(format!("unconverted data remains: {rest}")));
    }
    parsed.finished()
}

impl ParsedFields {
    /// Reads a text according to a format. Returns the rest of the text, or `None` if it does not match.
    fn read<'t>(&mut self, text: &'t str, format: &str) -> Outcome<Option<&'t str>> {
        let mut rest = text;
        let mut chars = format.chars();
        while let Some(char) = chars.next() {
            if char.is_whitespace() {
                let trimmed = rest.trim_start();
                if trimmed.len() == rest.len() {
                    return Ok(None);
                }
                rest = trimmed;
                continue;
            }
            if char != '%' {
                let Some(after) = strip_char(rest, char) else { return Ok(None) };
                rest = after;
                continue;
            }
            let Some(directive) = chars.next() else { return Err(bad_format("stray % in format", format)) };
            match self.directive(rest, directive, format)? {
                Some(after) => rest = after,
                None => return Ok(None),
            }
        }
        Ok(Some(rest))
    }

    fn directive<'t>(&mut self, rest: &'t str, directive: char, format: &str) -> Outcome<Option<&'t str>> {
        let fields = &mut self.fields;
        let read = match directive {
            'Y' => set(&mut fields.year, exactly(rest, 4)),
            'y' => exactly(rest, 2).map(|(year, after)| {
                fields.year = if year < 69 { 2000 + year } else { 1900 + year };
                after
            }),
            'm' => set(&mut fields.month, number(rest, 2, 1, 12)),
            'd' => set(&mut fields.day, number(rest, 2, 1, 31)),
            'H' => set(&mut fields.hour, number(rest, 2, 0, 23)),
            'I' => set(&mut fields.hour, number(rest, 2, 1, 12)),
            'M' => set(&mut fields.minute, number(rest, 2, 0, 59)),
            'S' => set(&mut fields.second, number(rest, 2, 0, 61)),
            'f' => fraction(rest).map(|(micro, after)| {
                fields.micro = micro;
                after
            }),
            'j' => number(rest, 3, 1, 366).map(|(day, after)| {
                self.day_of_year = Some(day);
                after
            }),
            'B' => named(rest, &MONTHS, None).map(|(month, after)| {
                fields.month = month + 1;
                after
            }),
            'b' => named(rest, &MONTHS, Some(3)).map(|(month, after)| {
                fields.month = month + 1;
                after
            }),
            'A' => named(rest, &DAYS, None).map(|(day, after)| {
                self.weekday = Some(day);
                after
            }),
            'a' => named(rest, &DAYS, Some(3)).map(|(day, after)| {
                self.weekday = Some(day);
                after
            }),
            'w' => number(rest, 1, 0, 6).map(|(day, after)| {
                self.weekday = Some((day + 6) % 7);
                after
            }),
            'u' => number(rest, 1, 1, 7).map(|(day, after)| {
                self.weekday = Some(day - 1);
                after
            }),
            'U' | 'W' => number(rest, 2, 0, 53).map(|(week, after)| {
                self.week = Some((week, directive == 'U'));
                after
            }),
            'p' => named(rest, &["AM", "PM"], None).map(|(half, after)| {
                self.is_afternoon = Some(half == 1);
                after
            }),
            'z' => zone(rest).map(|(offset, after)| {
                self.offset = Some(offset);
                after
            }),
            'Z' => named(rest, &["UTC", "GMT"], None).map(|(_, after)| after),
            'x' => return self.read(rest, "%m/%d/%y"),
            'X' => return self.read(rest, "%H:%M:%S"),
            'c' => return self.read(rest, "%a %b %d %H:%M:%S %Y"),
            '%' => strip_char(rest, '%'),
            other => return Err(bad_format(&format!("'{other}' is a bad directive in format"), format)),
        };
        Ok(read)
    }

    fn finished(mut self) -> Outcome<DateTime> {
        if let Some(is_afternoon) = self.is_afternoon {
            self.fields.hour = self.fields.hour % 12 + if is_afternoon { 12 } else { 0 };
        }
        if self.day_of_year.is_none()
            && self.has_year
            && let (Some(weekday), Some((week, from_sunday))) = (self.weekday, self.week)
        {
            self.day_of_year = Some(day_of_week(self.fields.year, weekday, week, from_sunday));
        }
        if let Some(day) = self.day_of_year {
            let fields = Fields { month: 1, day: 1, ..self.fields };
            let first = DateTime::new(fields, self.offset)?;
            return DateTime::from_local(first.local() + i128::from(day - 1) * DAY, self.offset);
        }
        DateTime::new(self.fields, self.offset)
    }
}

/// Day of the year, determined by its week. The days before the first full week are in week 0.
fn day_of_week(year: i64, weekday: i64, week: i64, from_sunday: bool) -> i64 {
    let shift = i64::from(from_sunday);
    let first = (days_before_year(year) + shift) % 7;
    let weekday = (weekday + shift) % 7;
    let days_in_week_0 = (7 - first) % 7;
    if week == 0 { 1 + weekday - first } else { 1 + days_in_week_0 + 7 * (week - 1) + weekday }
}

fn bad_format(what: &str, format: &str) -> Fault {
    value_error(format!("{what} '{format}'"))
}

fn strip_char(text: &str, char: char) -> Option<&str> {
    let first = text.chars().next()?;
    let is_same = first == char || first.to_lowercase().eq(char.to_lowercase());
    is_same.then(|| &text[first.len_utf8()..])
}

fn set<'t>(place: &mut i64, read: Option<(i64, &'t str)>) -> Option<&'t str> {
    let (number, after) = read?;
    *place = number;
    Some(after)
}

fn exactly(text: &str, digits: usize) -> Option<(i64, &str)> {
    let part = text.get(..digits)?;
    part.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
    Some((part.parse().ok()?, &text[digits..]))
}

/// Parses up to `most` digits: the longest number that is in range.
fn number(text: &str, most: usize, low: i64, high: i64) -> Option<(i64, &str)> {
    (1..=most)
        .rev()
        .find_map(|digits| exactly(text, digits).filter(|(number, _)| (low..=high).contains(number)))
}

/// Parses up to six digits of a fraction, as microseconds.
fn fraction(text: &str) -> Option<(i64, &str)> {
    let digits = text.bytes().take(6).take_while(u8::is_ascii_digit).count();
    let (number, after) = exactly(text, digits).filter(|_| digits > 0)?;
    Some((number * 10_i64.pow(6 - u32::try_from(digits).ok()?), after))
}

/// Index of the name at the start of a text. If `letters` is set, names are compared by their first letters.
fn named<'t>(text: &'t str, names: &[&str], letters: Option<usize>) -> Option<(i64, &'t str)> {
    names.iter().enumerate().find_map(|(index, name)| {
        let name = letters.map_or(*name, |letters| &name[..letters]);
        let part = text.get(..name.len())?;
        part.eq_ignore_ascii_case(name).then(|| (i64::try_from(index).unwrap_or(0), &text[name.len()..]))
    })
}

/// Parses `Z`, or hours and minutes with a sign.
fn zone(text: &str) -> Option<(TimeSpan, &str)> {
    if let Some(after) = text.strip_prefix('Z') {
        return Some((TimeSpan::ZERO, after));
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (hours, after) = exactly(&text[1..], 2)?;
    let separator = if after.starts_with(':') { ":" } else { "" };
    let (minutes, mut after) =
        exactly(after.strip_prefix(separator)?, 2).filter(|(minutes, _)| *minutes < 60)?;
    let mut micros = i128::from(hours) * HOUR + i128::from(minutes) * MINUTE;
    if let Some((seconds, rest)) = after.strip_prefix(separator).and_then(|rest| exactly(rest, 2)) {
        micros += i128::from(seconds) * SECOND;
        after = rest;
    }
    TimeSpan::new(sign * micros).ok().map(|offset| (offset, after))
}
