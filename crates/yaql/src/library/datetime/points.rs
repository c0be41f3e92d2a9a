//! Points in time.

use std::cmp::Ordering;

use super::format::formatted;
use super::spans::as_float;
use super::{parse, read};
use crate::data::time::{DAY, Fields, SECOND};
use crate::data::{DateTime, TimeSpan, Val};
use crate::error::{Outcome, overflow, undecided, value_error};
use crate::run::Call;

/// A field of a date, which Python stores in 32 bits.
fn part(call: &Call<'_, '_>, index: usize) -> Outcome<i64> {
    let number = call.int(index)?.clamped();
    match i32::try_from(number) {
        Ok(number) => Ok(number.into()),
        Err(_) => Err(overflow("signed integer is greater than maximum")),
    }
}

fn zone(call: &Call<'_, '_>, index: usize) -> Outcome<Option<TimeSpan>> {
    if call.arg(index).is_null() { Ok(None) } else { valid_offset(call.span(index)?).map(Some) }
}

/// Checks that an offset is shorter than a day. Python only reports a longer one when it is used.
fn valid_offset(offset: TimeSpan) -> Outcome<TimeSpan> {
    if offset.micros().abs() >= DAY {
        return Err(value_error(
            "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).",
        ));
    }
    Ok(offset)
}

pub(super) fn from_parts(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let fields = Fields {
        year: part(call, 0)?,
        month: part(call, 1)?,
        day: part(call, 2)?,
        hour: part(call, 3)?,
        minute: part(call, 4)?,
        second: part(call, 5)?,
        micro: part(call, 6)?,
    };
    let time = DateTime::new(fields, None)?;
    Ok(Val::DateTime(time.with_offset(zone(call, 7)?)))
}

pub(super) fn from_timestamp(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let micros = match call.arg(0) {
        Val::Float(float) if float.is_nan() => return Err(value_error("Invalid value NaN (not a number)")),
        Val::Float(float) if float.is_infinite() => {
            return Err(overflow("cannot convert float infinity to integer"));
        }
        Val::Float(float) => rounded_micros(*float)?,
        other => {
            let seconds = other.as_int().and_then(|int| int.small());
            i128::from(seconds.ok_or_else(|| overflow("timestamp out of range for platform time_t"))?)
                * SECOND
        }
    };
    DateTime::from_unix(micros, zone(call, 1)?).map(Val::DateTime)
}

/// Converts seconds to microseconds; the fraction is rounded separately.
fn rounded_micros(seconds: f64) -> Outcome<i128> {
    if seconds.abs() > 9.2e18 {
        return Err(overflow("timestamp out of range for platform time_t"));
    }
    let (whole, fraction) = (seconds.floor(), seconds - seconds.floor());
    #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
    let micros = whole as i128 * SECOND + (fraction * 1e6).round_ties_even() as i128;
    Ok(micros)
}

pub(super) fn from_text(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    let time = match call.optional_text(1)? {
        Some(format) if !format.is_empty() => parse::parsed(&text, &format)?,
        _ => read::read(&text)?,
    };
    let offset = time.offset().unwrap_or(TimeSpan::ZERO);
    Ok(Val::DateTime(time.with_offset(Some(offset))))
}

pub(super) fn now(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let surroundings = call.run.settings.surroundings;
    let now = i128::from(surroundings.now().ok_or_else(undecided)?);
    if let Some(offset) = zone(call, 0)? {
        return DateTime::from_unix(now, Some(offset)).map(Val::DateTime);
    }
    let local = i128::from(surroundings.local_offset().ok_or_else(undecided)?) * SECOND;
    DateTime::from_unix(now + local, None).map(Val::DateTime)
}

pub(super) fn local_zone(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let offset = call.run.settings.surroundings.local_offset().ok_or_else(undecided)?;
    TimeSpan::new(i128::from(offset) * SECOND).map(Val::TimeSpan)
}

pub(super) fn utc_zone(_: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::TimeSpan(TimeSpan::ZERO))
}

pub(super) fn replace(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let time = call.time(0)?;
    let mut fields = time.fields();
    let places = [
        &mut fields.year,
        &mut fields.month,
        &mut fields.day,
        &mut fields.hour,
        &mut fields.minute,
        &mut fields.second,
        &mut fields.micro,
    ];
    for (index, place) in places.into_iter().enumerate() {
        if !call.arg(index + 1).is_null() {
            *place = part(call, index + 1)?;
        }
    }
    let offset = zone(call, 8)?.or(time.offset());
    DateTime::new(fields, offset).map(Val::DateTime)
}

pub(super) fn format(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = formatted(&call.time(0)?, &call.text(1)?);
    call.run.allocate(text.len())?;
    Ok(Val::text(text))
}

pub(super) fn is_datetime(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::DateTime(_))))
}

fn moved(time: &DateTime, micros: i128) -> Outcome<Val> {
    DateTime::from_local(time.local() + micros, time.offset()).map(Val::DateTime)
}

pub(super) fn plus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    moved(&call.time(0)?, call.span(1)?.micros())
}

pub(super) fn plus_swapped(call: &mut Call<'_, '_>) -> Outcome<Val> {
    moved(&call.time(1)?, call.span(0)?.micros())
}

pub(super) fn minus_span(call: &mut Call<'_, '_>) -> Outcome<Val> {
    moved(&call.time(0)?, -call.span(1)?.micros())
}

pub(super) fn minus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    TimeSpan::new(call.time(0)?.instant() - call.time(1)?.instant()).map(Val::TimeSpan)
}

pub(super) fn compared(call: &Call<'_, '_>, is_so: fn(Ordering) -> bool) -> Outcome<Val> {
    Ok(Val::Bool(is_so(call.time(0)?.instant().cmp(&call.time(1)?.instant()))))
}

pub(super) fn field(call: &Call<'_, '_>, field: fn(Fields) -> i64) -> Outcome<Val> {
    Ok(Val::int(field(call.time(0)?.fields())))
}

pub(super) fn weekday(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::int(call.time(0)?.weekday()))
}

fn offset_of(time: &DateTime) -> TimeSpan {
    time.offset().unwrap_or(TimeSpan::ZERO)
}

pub(super) fn offset(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::TimeSpan(offset_of(&call.time(0)?)))
}

pub(super) fn date(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let time = call.time(0)?;
    moved(&time, -(time.local() % DAY))
}

pub(super) fn time(call: &mut Call<'_, '_>) -> Outcome<Val> {
    TimeSpan::new(call.time(0)?.local() % DAY).map(Val::TimeSpan)
}

/// Implements `utc`. yaql subtracts the offset from the time but keeps the zone.
pub(super) fn utc(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let time = call.time(0)?;
    moved(&time, -offset_of(&time).micros())
}

/// Implements `timestamp`. Because yaql uses `utc`, the offset is subtracted twice.
pub(super) fn timestamp(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let time = call.time(0)?;
    let shifted = DateTime::from_local(time.local() - offset_of(&time).micros(), time.offset())?;
    Ok(Val::Float(as_float(shifted.unix()) / 1e6))
}
