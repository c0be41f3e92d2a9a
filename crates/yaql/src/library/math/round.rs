//! Rounding to a number of digits, with ties to even.

use num_bigint::BigInt;

use crate::data::{Int, Val};
use crate::error::{Outcome, overflow};
use crate::run::Call;

pub(super) fn round(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let digits = call.clamped(1)?;
    match call.arg(0) {
        Val::Float(float) => float_to_digits(*float, digits).map(Val::Float),
        Val::Int(int) if digits >= 0 => Ok(Val::Int(int.clone())),
        Val::Int(int) => Ok(Val::Int(to_tens(int, digits.unsigned_abs()))),
        other => Ok(other.clone()),
    }
}

/// Rounds an integer to a multiple of a power of ten.
fn to_tens(int: &Int, digits: u64) -> Int {
    // A number has less than one digit for three bits.
    if digits > int.bits() / 3 + 1 {
        return Int::ZERO;
    }
    let unit = Int::from_big(BigInt::from(10).pow(u32::try_from(digits).unwrap_or(u32::MAX)));
    let (quotient, rest) = (int.floor_divide(&unit), int.modulo(&unit));
    let is_odd = !quotient.modulo(&Int::Small(2)).is_zero();
    let up = match rest.add(&rest).cmp(&unit) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => is_odd,
        std::cmp::Ordering::Greater => true,
    };
    quotient.add(&Int::Small(i64::from(up))).multiply(&unit)
}

fn float_to_digits(float: f64, digits: i64) -> Outcome<f64> {
    if !float.is_finite() || float == 0.0 || digits > 323 {
        return Ok(float);
    }
    if digits < -308 {
        return Ok(0.0_f64.copysign(float));
    }
    let rounded = match usize::try_from(digits) {
        Ok(digits) => format!("{float:.digits$}").parse().unwrap_or(float),
        // Only the part before the decimal point decides, unless it is exactly a half.
        Err(_) => tens_of_float(float, digits.unsigned_abs()),
    };
    if rounded.is_infinite() { Err(overflow("rounded value too large to represent")) } else { Ok(rounded) }
}

fn tens_of_float(float: f64, digits: u64) -> f64 {
    let whole = Int::from_float(float.trunc());
    let mut rounded = to_tens(&whole, digits);
    // A fraction turns an exact half into more than a half.
    if float.fract() != 0.0 {
        let nudged = whole.multiply(&Int::Small(10)).add(&Int::Small(if float < 0.0 { -1 } else { 1 }));
        rounded = to_tens(&nudged, digits + 1).floor_divide(&Int::Small(10));
    }
    let result = rounded.to_float().unwrap_or(f64::INFINITY);
    if result == 0.0 { result.copysign(float) } else { result }
}
