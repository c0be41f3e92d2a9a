//! Spans of time.

use std::cmp::Ordering;

use crate::data::time::{DAY, HOUR, MINUTE, SECOND};
use crate::data::{TimeSpan, Val};
use crate::error::{Error, ErrorClass, Outcome, overflow};
use crate::run::Call;

/// Creates a span of time from a number of microseconds; `None` is an overflow error.
fn exact(micros: Option<i128>) -> Outcome<Val> {
    let micros = micros.ok_or_else(|| overflow("Python int too large to convert to C int"))?;
    TimeSpan::new(micros).map(Val::TimeSpan)
}

pub(super) fn from_parts(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let units = [DAY, HOUR, MINUTE, SECOND, 1000, 1];
    let mut micros = Some(0_i128);
    for (index, unit) in units.into_iter().enumerate() {
        let part = call.int(index)?.small().map(i128::from).and_then(|part| part.checked_mul(unit));
        micros = micros.and_then(|micros| micros.checked_add(part?));
    }
    exact(micros)
}

pub(super) fn is_timespan(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::TimeSpan(_))))
}

pub(super) fn plus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    exact(Some(call.span(0)?.micros() + call.span(1)?.micros()))
}

pub(super) fn minus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    exact(Some(call.span(0)?.micros() - call.span(1)?.micros()))
}

pub(super) fn compared(call: &Call<'_, '_>, is_so: fn(Ordering) -> bool) -> Outcome<Val> {
    Ok(Val::Bool(is_so(call.span(0)?.micros().cmp(&call.span(1)?.micros()))))
}

pub(super) fn negative(call: &mut Call<'_, '_>) -> Outcome<Val> {
    exact(Some(-call.span(0)?.micros()))
}

pub(super) fn same(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(call.take(0))
}

fn product(span: TimeSpan, number: &Val) -> Outcome<Val> {
    match number {
        Val::Float(float) => TimeSpan::from_float(as_float(span.micros()) * float).map(Val::TimeSpan),
        _ if span.micros() == 0 => exact(Some(0)),
        other => {
            let factor = other.as_int().and_then(|int| int.small()).map(i128::from);
            exact(factor.and_then(|factor| span.micros().checked_mul(factor)))
        }
    }
}

pub(super) fn times(call: &mut Call<'_, '_>) -> Outcome<Val> {
    product(call.span(0)?, call.arg(1))
}

pub(super) fn times_swapped(call: &mut Call<'_, '_>) -> Outcome<Val> {
    product(call.span(1)?, call.arg(0))
}

#[expect(clippy::cast_precision_loss, reason = "Python rounds, too")]
pub(super) fn as_float(micros: i128) -> f64 {
    micros as f64
}

pub(super) fn ratio(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let divisor = as_float(call.span(1)?.micros());
    if divisor == 0.0 {
        return Err(Error::fault(ErrorClass::ZeroDivision, "float division by zero"));
    }
    Ok(Val::Float(as_float(call.span(0)?.micros()) / divisor))
}

pub(super) fn divide(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let divisor = match call.arg(1) {
        Val::Float(float) => *float,
        other => other.as_int().and_then(|int| int.to_float()).unwrap_or(f64::INFINITY),
    };
    if divisor == 0.0 {
        return Err(Error::fault(ErrorClass::ZeroDivision, "division by zero"));
    }
    TimeSpan::from_float(as_float(call.span(0)?.micros()) / divisor).map(Val::TimeSpan)
}

pub(super) fn microseconds(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let micros = call.span(0)?.micros();
    let int = i64::try_from(micros)
        .map_or_else(|_| crate::data::Int::from_big(micros.into()), crate::data::Int::Small);
    Ok(Val::Int(int))
}

pub(super) fn in_units(call: &Call<'_, '_>, unit: f64) -> Outcome<Val> {
    Ok(Val::Float(as_float(call.span(0)?.micros()) / unit))
}
