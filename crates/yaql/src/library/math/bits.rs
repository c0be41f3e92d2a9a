//! Bitwise operations on integers. Booleans are treated as 0 or 1, and the result of two booleans is a boolean.

use super::MAX_BITS;
use crate::data::{Int, Val};
use crate::error::{Outcome, overflow, too_much_memory, value_error};
use crate::run::Call;

fn combined(call: &Call<'_, '_>, operation: fn(&Int, &Int) -> Int) -> Outcome<Val> {
    let result = operation(&call.int(0)?, &call.int(1)?);
    Ok(match (call.arg(0), call.arg(1)) {
        (Val::Bool(_), Val::Bool(_)) => Val::Bool(!result.is_zero()),
        _ => Val::Int(result),
    })
}

pub(super) fn and(call: &mut Call<'_, '_>) -> Outcome<Val> {
    combined(call, Int::and)
}

pub(super) fn or(call: &mut Call<'_, '_>) -> Outcome<Val> {
    combined(call, Int::or)
}

pub(super) fn xor(call: &mut Call<'_, '_>) -> Outcome<Val> {
    combined(call, Int::xor)
}

pub(super) fn not(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Int(Int::Small(-1).subtract(&call.int(0)?)))
}

/// Number of bits to shift by.
fn places(call: &Call<'_, '_>) -> Outcome<u64> {
    let places = call.int(1)?;
    if !places.is_negative() && places.small().is_none() {
        return Err(overflow("too many digits in integer"));
    }
    u64::try_from(places.clamped()).map_err(|_| value_error("negative shift count"))
}

pub(super) fn shift_left(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (value, places) = (call.int(0)?, places(call)?);
    if value.is_zero() {
        return Ok(Val::int(0));
    }
    if value.bits().saturating_add(places) > MAX_BITS {
        return Err(too_much_memory());
    }
    Ok(Val::Int(Int::from_big(value.to_big() << places)))
}

pub(super) fn shift_right(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (value, places) = (call.int(0)?, places(call)?);
    Ok(if places > value.bits() {
        Val::int(if value.is_negative() { -1 } else { 0 })
    } else {
        Val::Int(Int::from_big(value.to_big() >> places))
    })
}
