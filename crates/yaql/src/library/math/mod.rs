//! Functions and operators for numbers.

mod convert;
mod power;
mod round;

use std::cmp::Ordering;

use super::spec::{Default, Overload, Parameter, Type, function, p};
use crate::data::compare::numbers;
use crate::data::truth::is_true;
use crate::data::{Int, Val};
use crate::error::{Error, ErrorClass, Fault, Outcome, overflow, too_much_memory, undecided, value_error};
use crate::run::Call;

const LEFT: Parameter = p("left", Type::Number);
const RIGHT: Parameter = p("right", Type::Number);
const LEFT_INT: Parameter = p("left", Type::Int);
const RIGHT_INT: Parameter = p("right", Type::Int);
const VALUE: Parameter = p("value", Type::Any);

/// Maximum number of bits of an integer. Larger ones exceed any sensible quota.
const MAX_BITS: u64 = 1 << 20;

pub(super) static FUNCTIONS: &[Overload] = &[
    function("abs", &[p("op", Type::Number)], abs).doc("The absolute value.").example("abs(-2)", "2"),
    function("int", &[VALUE], convert::int)
        .doc("A value as a whole number; 0 for null.")
        .example("int('12') + int(3.9)", "15"),
    function("float", &[VALUE], convert::float)
        .doc("A value as a float; 0.0 for null.")
        .example("float('2.5')", "2.5"),
    function("random", &[], random)
        .doc("A number from 0 up to, but not including, 1.")
        .example("random() < 1", "true"),
    function("random", &[p("from", Type::Any), p("to", Type::Any)], random_between)
        .doc("A whole number from one to another, both included.")
        .example("random(7, 7)", "7"),
    function("bitwiseAnd", &[LEFT_INT, RIGHT_INT], |call| bitwise(call, Int::and))
        .doc("The bits of both.")
        .example("bitwiseAnd(6, 3)", "2"),
    function("bitwiseOr", &[LEFT_INT, RIGHT_INT], |call| bitwise(call, Int::or))
        .doc("The bits of either.")
        .example("bitwiseOr(6, 3)", "7"),
    function("bitwiseNot", &[p("arg", Type::Int)], bitwise_not)
        .doc("The other bits.")
        .example("bitwiseNot(6)", "-7"),
    function("bitwiseXor", &[LEFT_INT, RIGHT_INT], |call| bitwise(call, Int::xor))
        .doc("The bits of one alone.")
        .example("bitwiseXor(6, 3)", "5"),
    function("shiftBitsLeft", &[p("value", Type::Int), p("bitsNumber", Type::Int)], shift_left)
        .doc("The bits, so many places to the left.")
        .example("shiftBitsLeft(3, 2)", "12"),
    function("shiftBitsRight", &[p("value", Type::Int), p("bitsNumber", Type::Int)], shift_right)
        .doc("The bits, so many places to the right.")
        .example("shiftBitsRight(12, 2)", "3"),
    function("max", &[p("a", Type::Any), p("b", Type::Any)], max)
        .doc("The greater value.")
        .example("max(2, 3)", "3"),
    function("min", &[p("a", Type::Any), p("b", Type::Any)], min)
        .doc("The lesser value.")
        .example("min(2, 3)", "2"),
    function(
        "pow",
        &[p("a", Type::Number), p("b", Type::Number), p("c", Type::Number).optional()],
        power::pow,
    )
    .doc("A power, modulo the third number if there is one.")
    .example("pow(3, 4, 5)", "1"),
    function("sign", &[p("num", Type::Number)], sign).doc("1, 0 or -1.").example("sign(-3)", "-1"),
    function(
        "round",
        &[p("number", Type::Number), p("ndigits", Type::Int).or(Default::Int(0))],
        round::round,
    )
    .doc("A number with so many digits after the point; halves become even.")
    .example("round(2.675, 1)", "2.7"),
    function("isInteger", &[VALUE], is_integer)
        .doc("Whether a value is a whole number.")
        .example("isInteger(1.0)", "false"),
    function("isNumber", &[VALUE], is_number)
        .doc("Whether a value is a number.")
        .example("isNumber(1.0)", "true"),
];

pub(super) static OPERATORS: &[Overload] = &[
    function("#operator_+", &[LEFT, RIGHT], plus).doc("The sum.").example("1 + 2.5", "3.5"),
    function("#operator_-", &[LEFT, RIGHT], minus).doc("The difference.").example("1 - 3", "-2"),
    function("#operator_*", &[LEFT, RIGHT], times).doc("The product.").example("2 * 2.5", "5.0"),
    function("#operator_/", &[LEFT, RIGHT], divide)
        .doc("The quotient; of whole numbers, rounded down.")
        .example("[-7 / 2, 7 / 2.0]", "[-4, 3.5]"),
    function("#operator_mod", &[LEFT, RIGHT], modulo)
        .doc("The remainder, with the sign of the divisor.")
        .example("-7 mod 3", "2"),
    function("#unary_operator_+", &[p("op", Type::Number)], unary_plus).doc("The number.").example("+3", "3"),
    function("#unary_operator_-", &[p("op", Type::Number)], unary_minus)
        .doc("The negative number.")
        .example("-3", "-3"),
    function("#operator_>", &[LEFT, RIGHT], |call| compared(call, Ordering::is_gt))
        .doc("Whether a number is greater.")
        .example("2 > 1.5", "true"),
    function("#operator_>=", &[LEFT, RIGHT], |call| compared(call, Ordering::is_ge))
        .doc("Whether it is not less.")
        .example("2 >= 2", "true"),
    function("#operator_<", &[LEFT, RIGHT], |call| compared(call, Ordering::is_lt))
        .doc("Whether a number is less.")
        .example("2 < 1.5", "false"),
    function("#operator_<=", &[LEFT, RIGHT], |call| compared(call, Ordering::is_le))
        .doc("Whether it is not greater.")
        .example("2 <= 2", "true"),
];

pub(super) fn zero_division(message: &str) -> Fault {
    Error::fault(ErrorClass::ZeroDivision, message)
}

/// Two numbers: integers, or floats if one of them is a float.
enum Pair {
    Ints(Int, Int),
    Floats(f64, f64),
}

fn pair(call: &Call<'_, '_>) -> Outcome<Pair> {
    if let (Val::Int(left), Val::Int(right)) = (call.arg(0), call.arg(1)) {
        return Ok(Pair::Ints(left.clone(), right.clone()));
    }
    Ok(Pair::Floats(float_of(call.arg(0))?, float_of(call.arg(1))?))
}

pub(super) fn float_of(value: &Val) -> Outcome<f64> {
    match value {
        Val::Float(float) => Ok(*float),
        other => other
            .as_int()
            .and_then(|int| int.to_float())
            .ok_or_else(|| overflow("int too large to convert to float")),
    }
}

fn plus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(match pair(call)? {
        Pair::Ints(left, right) => Val::Int(left.add(&right)),
        Pair::Floats(left, right) => Val::Float(left + right),
    })
}

fn minus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(match pair(call)? {
        Pair::Ints(left, right) => Val::Int(left.subtract(&right)),
        Pair::Floats(left, right) => Val::Float(left - right),
    })
}

fn times(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(match pair(call)? {
        Pair::Ints(left, right) => {
            if left.bits() + right.bits() > MAX_BITS {
                return Err(too_much_memory());
            }
            Val::Int(left.multiply(&right))
        }
        Pair::Floats(left, right) => Val::Float(left * right),
    })
}

fn divide(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match pair(call)? {
        Pair::Ints(_, right) if right.is_zero() => Err(zero_division("integer division or modulo by zero")),
        Pair::Ints(left, right) => Ok(Val::Int(left.floor_divide(&right))),
        Pair::Floats(_, 0.0) => Err(zero_division("float division by zero")),
        Pair::Floats(left, right) => Ok(Val::Float(left / right)),
    }
}

fn modulo(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match pair(call)? {
        Pair::Ints(_, right) if right.is_zero() => Err(zero_division("integer modulo by zero")),
        Pair::Ints(left, right) => Ok(Val::Int(left.modulo(&right))),
        Pair::Floats(_, 0.0) => Err(zero_division("float modulo")),
        Pair::Floats(left, right) => {
            let remainder = left % right;
            Ok(Val::Float(if remainder == 0.0 {
                0.0_f64.copysign(right)
            } else if (remainder < 0.0) != (right < 0.0) {
                remainder + right
            } else {
                remainder
            }))
        }
    }
}

fn unary_plus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(call.take(0))
}

fn unary_minus(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(match call.arg(0) {
        Val::Float(float) => Val::Float(-float),
        _ => Val::Int(call.int(0)?.negate()),
    })
}

fn abs(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(match call.arg(0) {
        Val::Float(float) => Val::Float(float.abs()),
        _ => Val::Int(call.int(0)?.abs()),
    })
}

fn compared(call: &Call<'_, '_>, is_so: fn(Ordering) -> bool) -> Outcome<Val> {
    Ok(Val::Bool(numbers(call.arg(0), call.arg(1)).is_some_and(is_so)))
}

/// Returns whether the second argument is greater according to the operator, which `def` can replace.
fn is_second_greater(call: &Call<'_, '_>) -> Outcome<bool> {
    is_true(&call.delegate("#operator_>", vec![call.arg(1).clone(), call.arg(0).clone()])?)
}

fn max(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let index = usize::from(is_second_greater(call)?);
    Ok(call.take(index))
}

fn min(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let index = usize::from(!is_second_greater(call)?);
    Ok(call.take(index))
}

fn sign(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let order = numbers(call.arg(0), &Val::int(0));
    Ok(Val::int(order.map_or(0, |order| order as i64)))
}

fn is_integer(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Int(_))))
}

fn is_number(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Int(_) | Val::Float(_))))
}

fn chance(call: &Call<'_, '_>) -> Outcome<f64> {
    call.run.settings.surroundings.random().ok_or_else(undecided)
}

fn random(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Float(chance(call)?))
}

fn random_between(call: &mut Call<'_, '_>) -> Outcome<Val> {
    // Python adds one to the upper bound before it checks the lower one.
    if !matches!(call.arg(1), Val::Int(_) | Val::Float(_) | Val::Bool(_)) {
        convert::upper(call.arg(1))?;
    }
    let (from, to) = (convert::lower(call.arg(0))?, convert::upper(call.arg(1))?);
    let width = to.subtract(&from).add(&Int::Small(1));
    if width.is_zero() || width.is_negative() {
        return Err(value_error("empty range for randrange()"));
    }
    if width == Int::Small(1) {
        return Ok(Val::Int(from));
    }
    let place = width.to_float().unwrap_or(f64::MAX) * chance(call)?;
    Ok(Val::Int(from.add(&Int::from_float(place.floor()))))
}

/// Applies an operation to the bits of two numbers. Booleans are treated as 0 or 1, and the result of two booleans is a boolean.
fn bitwise(call: &Call<'_, '_>, operation: fn(&Int, &Int) -> Int) -> Outcome<Val> {
    let result = operation(&call.int(0)?, &call.int(1)?);
    Ok(match (call.arg(0), call.arg(1)) {
        (Val::Bool(_), Val::Bool(_)) => Val::Bool(!result.is_zero()),
        _ => Val::Int(result),
    })
}

fn bitwise_not(call: &mut Call<'_, '_>) -> Outcome<Val> {
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

fn shift_left(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (value, places) = (call.int(0)?, places(call)?);
    if value.is_zero() {
        return Ok(Val::int(0));
    }
    if value.bits().saturating_add(places) > MAX_BITS {
        return Err(too_much_memory());
    }
    Ok(Val::Int(Int::from_big(value.to_big() << places)))
}

fn shift_right(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (value, places) = (call.int(0)?, places(call)?);
    Ok(if places > value.bits() {
        Val::int(if value.is_negative() { -1 } else { 0 })
    } else {
        Val::Int(Int::from_big(value.to_big() >> places))
    })
}
