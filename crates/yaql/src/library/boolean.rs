//! Boolean operators and functions.

use super::spec::{Overload, Type, function, p};
use crate::data::Val;
use crate::data::truth::is_true;
use crate::error::Outcome;
use crate::run::Call;

pub(super) static FUNCTIONS: &[Overload] = &[
    function("#operator_and", &[p("left", Type::Lambda), p("right", Type::Lambda)], and).doc(
        "The left side if it counts as false, the right side otherwise.",
        "1 and a",
        "\"a\"",
    ),
    function("#operator_or", &[p("left", Type::Lambda), p("right", Type::Lambda)], or).doc(
        "The left side if it counts as true, the right side otherwise.",
        "0 or a",
        "\"a\"",
    ),
    function("#unary_operator_not", &[p("arg", Type::Any)], not).doc(
        "Whether a value counts as false.",
        "not []",
        "true",
    ),
    function("bool", &[p("value", Type::Any)], bool).doc(
        "Whether a value counts as true: not null, zero or empty.",
        "bool('')",
        "false",
    ),
    function("isBoolean", &[p("value", Type::Any)], is_boolean).doc(
        "Whether a value is `true` or `false`.",
        "isBoolean(1)",
        "false",
    ),
];

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
