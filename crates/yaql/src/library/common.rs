//! Equality, truth values, and the position of null in the order of values.

use super::spec::{Overload, Parameter, Type, function, p};
use crate::data::Val;
use crate::data::compare::equal;
use crate::data::truth::is_true;
use crate::error::Outcome;
use crate::run::Call;

const LEFT: Parameter = p("left", Type::Any).not_null();
const RIGHT: Parameter = p("right", Type::Any).not_null();
const LEFT_NULL: Parameter = p("left", Type::Null);
const RIGHT_NULL: Parameter = p("right", Type::Null);

pub(super) static FUNCTIONS: &[Overload] = &[
    function("*equal", &[p("left", Type::Any), p("right", Type::Any)], is_equal)
        .keeps_unknown()
        .doc("Whether two values are equal.")
        .example("1 = 1.0", "true"),
    function("*not_equal", &[p("left", Type::Any), p("right", Type::Any)], is_different)
        .keeps_unknown()
        .doc("Whether two values differ.")
        .example("a != b", "true"),
    function("#operator_<", &[LEFT, RIGHT_NULL], no)
        .doc("Nothing is less than null.")
        .example("1 < null", "false"),
    function("#operator_<=", &[LEFT, RIGHT_NULL], no)
        .doc("Only null is not above null.")
        .example("1 <= null", "false"),
    function("#operator_>", &[LEFT, RIGHT_NULL], yes)
        .doc("Every value is greater than null.")
        .example("1 > null", "true"),
    function("#operator_>=", &[LEFT, RIGHT_NULL], yes)
        .doc("Every value is greater than null.")
        .example("1 >= null", "true"),
    function("#operator_<", &[LEFT_NULL, RIGHT], yes)
        .doc("Null is less than every value.")
        .example("null < 1", "true"),
    function("#operator_<=", &[LEFT_NULL, RIGHT], yes)
        .doc("Null is less than every value.")
        .example("null <= 1", "true"),
    function("#operator_>", &[LEFT_NULL, RIGHT], no)
        .doc("Null is greater than nothing.")
        .example("null > 1", "false"),
    function("#operator_>=", &[LEFT_NULL, RIGHT], no)
        .doc("Null is not above any value.")
        .example("null >= 1", "false"),
    function("#operator_<", &[LEFT_NULL, RIGHT_NULL], no)
        .doc("Null is not less than null.")
        .example("null < null", "false"),
    function("#operator_<=", &[LEFT_NULL, RIGHT_NULL], yes)
        .doc("Null equals null.")
        .example("null <= null", "true"),
    function("#operator_>", &[LEFT_NULL, RIGHT_NULL], no)
        .doc("Null is not above null.")
        .example("null > null", "false"),
    function("#operator_>=", &[LEFT_NULL, RIGHT_NULL], yes)
        .doc("Null equals null.")
        .example("null >= null", "true"),
];

pub(super) static BOOLEAN: &[Overload] = &[
    function("#operator_and", &[p("left", Type::Lambda), p("right", Type::Lambda)], and)
        .doc("The left side if it counts as false, the right side otherwise.")
        .example("1 and a", "\"a\""),
    function("#operator_or", &[p("left", Type::Lambda), p("right", Type::Lambda)], or)
        .doc("The left side if it counts as true, the right side otherwise.")
        .example("0 or a", "\"a\""),
    function("#unary_operator_not", &[p("arg", Type::Any)], not)
        .doc("Whether a value counts as false.")
        .example("not []", "true"),
    function("bool", &[p("value", Type::Any)], bool)
        .doc("Whether a value counts as true: not null, zero or empty.")
        .example("bool('')", "false"),
    function("isBoolean", &[p("value", Type::Any)], is_boolean)
        .doc("Whether a value is `true` or `false`.")
        .example("isBoolean(1)", "false"),
];

fn is_equal(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(equal(call.arg(0), call.arg(1))?))
}

fn is_different(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(!equal(call.arg(0), call.arg(1))?))
}

fn yes(_: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(true))
}

fn no(_: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(false))
}

fn and(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let left = call.lambda(0)?.call(call.run, Vec::new())?;
    if is_true(&left)? { call.lambda(1)?.call(call.run, Vec::new()) } else { Ok(left) }
}

fn or(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let left = call.lambda(0)?.call(call.run, Vec::new())?;
    if is_true(&left)? { Ok(left) } else { call.lambda(1)?.call(call.run, Vec::new()) }
}

fn not(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(!call.is_true(0)?))
}

fn bool(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(call.is_true(0)?))
}

fn is_boolean(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::Bool(_))))
}
