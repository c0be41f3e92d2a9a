//! Powers of numbers.

use num_bigint::BigInt;

use super::{MAX_BITS, float_of, zero_division};
use crate::data::{Int, Val};
use crate::error::{Error, ErrorClass, Outcome, overflow, too_much_memory, type_error, value_error};
use crate::run::Call;

pub(super) fn pow(call: &mut Call<'_, '_>) -> Outcome<Val> {
    if let (Val::Int(base), Val::Int(exponent)) = (call.arg(0), call.arg(1)) {
        match call.arg(2) {
            Val::Null if exponent.is_negative() => {}
            Val::Null => return whole(base, exponent),
            Val::Int(modulus) => return modular(base, exponent, modulus),
            _ => {}
        }
    }
    if !call.arg(2).is_null() {
        return Err(type_error("pow() 3rd argument not allowed unless all arguments are integers"));
    }
    floats(float_of(call.arg(0))?, float_of(call.arg(1))?)
}

fn whole(base: &Int, exponent: &Int) -> Outcome<Val> {
    let is_short = base.bits() <= 1;
    let exponent = match exponent.small().and_then(|small| u64::try_from(small).ok()) {
        Some(exponent) if is_short || base.bits().saturating_mul(exponent) <= MAX_BITS => exponent,
        _ if !is_short => return Err(too_much_memory()),
        // Powers of 0, 1 and -1 only depend on whether the exponent is zero or odd.
        _ => 2 + u64::from(!exponent.modulo(&Int::Small(2)).is_zero()),
    };
    let exponent = if is_short && exponent > 2 { 2 + exponent % 2 } else { exponent };
    let exponent = u32::try_from(exponent).map_err(|_| too_much_memory())?;
    Ok(Val::Int(Int::from_big(base.to_big().pow(exponent))))
}

fn modular(base: &Int, exponent: &Int, modulus: &Int) -> Outcome<Val> {
    if modulus.is_zero() {
        return Err(value_error("pow() 3rd argument cannot be 0"));
    }
    if base.bits().max(exponent.bits()).max(modulus.bits()) > 4096 {
        return Err(Error::fault(ErrorClass::StepsExceeded, "pow() of numbers with more than 4096 bits"));
    }
    let size = modulus.abs().to_big();
    let (base, exponent) = if exponent.is_negative() {
        let inverse = base.to_big().modinv(&size);
        let inverse = inverse.ok_or_else(|| value_error("base is not invertible for the given modulus"))?;
        (inverse, exponent.negate().to_big())
    } else {
        (base.to_big(), exponent.to_big())
    };
    let result: BigInt = base.modpow(&exponent, &size);
    Ok(Val::Int(Int::from_big(result).modulo(modulus)))
}

fn floats(base: f64, exponent: f64) -> Outcome<Val> {
    if base == 0.0 && exponent < 0.0 {
        return Err(zero_division("0.0 cannot be raised to a negative power"));
    }
    if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
        return Err(Error::fault(ErrorClass::Unsupported, "The result is a complex number"));
    }
    let result = base.powf(exponent);
    if result.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err(overflow("(34, 'Numerical result out of range')"));
    }
    Ok(Val::Float(result))
}
