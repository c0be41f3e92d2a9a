//! Points in time and spans of time, as in Python's `datetime`.

use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write as _;

use crate::error::{Outcome, overflow, value_error};

pub(crate) const SECOND: i128 = 1_000_000;
pub(crate) const MINUTE: i128 = 60 * SECOND;
pub(crate) const HOUR: i128 = 60 * MINUTE;
pub(crate) const DAY: i128 = 24 * HOUR;

/// Number of days from 0001-01-01 to 1970-01-01.
const DAYS_TO_EPOCH: i64 = 719_162;

/// Number of days from 0001-01-01 to 9999-12-31, inclusive.
const DAYS: i64 = 3_652_059;

/// A span of time, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TimeSpan(i128);

impl TimeSpan {
    pub(crate) const ZERO: Self = Self(0);

    /// Creates a span of time.
    ///
    /// # Errors
    /// If it has more days than Python allows.
    pub(crate) fn new(micros: i128) -> Outcome<Self> {
        if micros.div_euclid(DAY).abs() > 999_999_999 {
            return Err(overflow("days out of range; must have magnitude <= 999999999"));
        }
        Ok(Self(micros))
    }

    /// Creates a span of time, rounded to whole microseconds, with ties to even.
    pub(crate) fn from_float(micros: f64) -> Outcome<Self> {
        if micros.is_nan() {
            return Err(value_error("cannot convert float NaN to integer"));
        }
        if micros.is_infinite() {
            return Err(overflow("cannot convert float infinity to integer"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "larger ones are refused")]
        Self::new(micros.round_ties_even() as i128)
    }

    pub(crate) const fn micros(self) -> i128 {
        self.0
    }

    pub(crate) fn repr(self) -> String {
        let (days, rest) = (self.0.div_euclid(DAY), self.0.rem_euclid(DAY));
        let parts = [("days", days), ("seconds", rest / SECOND), ("microseconds", rest % SECOND)];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(_, count)| *count != 0)
            .map(|(name, count)| format!("{name}={count}"))
            .collect();
        let parts = if parts.is_empty() { "0".to_owned() } else { parts.join(", ") };
        format!("datetime.timedelta({parts})")
    }
}

impl fmt::Display for TimeSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, rest) = (self.0.div_euclid(DAY), self.0.rem_euclid(DAY));
        if days != 0 {
            write!(f, "{days} day{}, ", if days.abs() == 1 { "" } else { "s" })?;
        }
        write!(f, "{}:{:02}:{:02}", rest / HOUR, rest % HOUR / MINUTE, rest % MINUTE / SECOND)?;
        if rest % SECOND != 0 {
            write!(f, ".{:06}", rest % SECOND)?;
        }
        Ok(())
    }
}

/// Fields of a date and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) year: i64,
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    pub(crate) micro: i64,
}

/// A date and time, with the offset of its zone if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DateTime {
    /// Microseconds of the local time, from 0001-01-01.
    local: i128,
    offset: Option<TimeSpan>,
}

impl DateTime {
    /// Creates a date and time from its fields.
    ///
    /// # Errors
    /// If one of the fields is out of range.
    pub(crate) fn new(fields: Fields, offset: Option<TimeSpan>) -> Outcome<Self> {
        let Fields { year, month, day, hour, minute, second, micro } = fields;
        if !(1..=9999).contains(&year) {
            return Err(value_error(format!("year {year} is out of range")));
        }
        if !(1..=12).contains(&month) {
            return Err(value_error("month must be in 1..12"));
        }
        if !(1..=days_in_month(year, month)).contains(&day) {
            return Err(value_error("day is out of range for month"));
        }
        for (part, name, end) in [
            (hour, "hour", 24),
            (minute, "minute", 60),
            (second, "second", 60),
            (micro, "microsecond", 1_000_000),
        ] {
            if !(0..end).contains(&part) {
                return Err(value_error(format!("{name} must be in 0..{}", end - 1)));
            }
        }
        let days = days_before_year(year) + days_before_month(year, month) + day - 1;
        let seconds = (i128::from(hour) * 60 + i128::from(minute)) * 60 + i128::from(second);
        Ok(Self { local: i128::from(days) * DAY + seconds * SECOND + i128::from(micro), offset })
    }

    /// Creates a date and time from the microseconds of its local time.
    ///
    /// # Errors
    /// If the year is not from 1 to 9999.
    pub(crate) fn from_local(local: i128, offset: Option<TimeSpan>) -> Outcome<Self> {
        if !(0..i128::from(DAYS) * DAY).contains(&local) {
            return Err(overflow("date value out of range"));
        }
        Ok(Self { local, offset })
    }

    /// Creates a date and time from the microseconds since 1970-01-01 in UTC.
    pub(crate) fn from_unix(micros: i128, offset: Option<TimeSpan>) -> Outcome<Self> {
        let shift = offset.map_or(0, TimeSpan::micros);
        let local = micros + shift + i128::from(DAYS_TO_EPOCH) * DAY;
        if !(0..i128::from(DAYS) * DAY).contains(&local) {
            return Err(value_error("year is out of range"));
        }
        Ok(Self { local, offset })
    }

    pub(crate) const fn local(&self) -> i128 {
        self.local
    }

    pub(crate) const fn offset(&self) -> Option<TimeSpan> {
        self.offset
    }

    pub(crate) fn with_offset(self, offset: Option<TimeSpan>) -> Self {
        Self { offset, ..self }
    }

    /// Microseconds of the time in UTC; without an offset, of the local time.
    pub(crate) fn instant(&self) -> i128 {
        self.local - self.offset.map_or(0, TimeSpan::micros)
    }

    /// Microseconds since 1970-01-01 in UTC.
    pub(crate) fn unix(&self) -> i128 {
        self.instant() - i128::from(DAYS_TO_EPOCH) * DAY
    }

    /// Compares two points in time; `None` if only one of them has an offset.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        (self.offset.is_some() == other.offset.is_some()).then(|| self.instant().cmp(&other.instant()))
    }

    /// Day of the week; 0 for Monday.
    pub(crate) fn weekday(&self) -> i64 {
        self.days() % 7
    }

    /// Day of the year, from 1.
    pub(crate) fn day_of_year(&self) -> i64 {
        self.days() - days_before_year(self.fields().year) + 1
    }

    fn days(&self) -> i64 {
        i64::try_from(self.local / DAY).unwrap_or(0)
    }

    pub(crate) fn fields(&self) -> Fields {
        let (year, month, day) = date_of(self.days());
        let rest = i64::try_from(self.local % DAY).unwrap_or(0);
        let seconds = rest / 1_000_000;
        Fields {
            year,
            month,
            day,
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            micro: rest % 1_000_000,
        }
    }

    pub(crate) fn repr(&self) -> String {
        let at = self.fields();
        let mut out =
            format!("datetime.datetime({}, {}, {}, {}, {}", at.year, at.month, at.day, at.hour, at.minute);
        if at.second != 0 || at.micro != 0 {
            let _ = write!(out, ", {}", at.second);
        }
        if at.micro != 0 {
            let _ = write!(out, ", {}", at.micro);
        }
        match self.offset {
            None => {}
            Some(TimeSpan::ZERO) => out.push_str(", tzinfo=tzutc()"),
            Some(offset) => {
                let _ = write!(out, ", tzinfo=tzoffset(None, {})", offset.micros() / SECOND);
            }
        }
        out.push(')');
        out
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.fields();
        write!(
            f,
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
            at.year, at.month, at.day, at.hour, at.minute, at.second
        )?;
        if at.micro != 0 {
            write!(f, ".{:06}", at.micro)?;
        }
        match self.offset {
            Some(offset) => f.write_str(&offset_text(offset, ":")),
            None => Ok(()),
        }
    }
}

/// Formats an offset as `+HH:MM`, with seconds and microseconds if it has any.
pub(crate) fn offset_text(offset: TimeSpan, separator: &str) -> String {
    let micros = offset.micros().abs();
    let sign = if offset.micros() < 0 { '-' } else { '+' };
    let mut out = format!("{sign}{:02}{separator}{:02}", micros / HOUR, micros % HOUR / MINUTE);
    if micros % MINUTE != 0 {
        let _ = write!(out, "{separator}{:02}", micros % MINUTE / SECOND);
    }
    if micros % SECOND != 0 {
        let _ = write!(out, ".{:06}", micros % SECOND);
    }
    out
}

pub(crate) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(crate) fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

pub(crate) fn days_before_year(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past / 4 - past / 100 + past / 400
}

fn days_before_month(year: i64, month: i64) -> i64 {
    (1..month).map(|month| days_in_month(year, month)).sum()
}

/// Year, month and day of a day number, counted from 0001-01-01.
fn date_of(days: i64) -> (i64, i64, i64) {
    let mut year = days / 366 + 1;
    while days_before_year(year + 1) <= days {
        year += 1;
    }
    let mut rest = days - days_before_year(year);
    let mut month = 1;
    while rest >= days_in_month(year, month) {
        rest -= days_in_month(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::{DateTime, TimeSpan};

    #[test]
    fn every_day_has_its_date() {
        for (days, expect) in [
            (0, "0001-01-01 00:00:00"),
            (719_162, "1970-01-01 00:00:00"),
            (736_387, "2017-02-28 00:00:00"),
            (3_652_058, "9999-12-31 00:00:00"),
        ] {
            let time = DateTime::from_local(days * super::DAY, None).unwrap();
            assert_eq!(time.to_string(), expect);
            assert_eq!(DateTime::new(time.fields(), None).unwrap(), time);
        }
    }

    #[test]
    fn spans_are_written_as_python_does() {
        fn check(micros: i128, text: &str, repr: &str) {
            let span = TimeSpan::new(micros).unwrap();
            assert_eq!((span.to_string().as_str(), span.repr().as_str()), (text, repr));
        }
        check(0, "0:00:00", "datetime.timedelta(0)");
        check(
            -1,
            "-1 day, 23:59:59.999999",
            "datetime.timedelta(days=-1, seconds=86399, microseconds=999999)",
        );
        check(90_000 * super::SECOND, "1 day, 1:00:00", "datetime.timedelta(days=1, seconds=3600)");
    }
}
