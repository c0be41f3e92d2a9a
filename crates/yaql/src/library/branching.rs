//! Choices between expressions, of which only the selected one is evaluated.

use super::spec::{Overload, Type, function, method, p};
use crate::data::Val;
use crate::data::truth::is_true;
use crate::error::Outcome;
use crate::run::{Call, Run};

pub(super) static FUNCTIONS: &[Overload] = &[
    function("switch", &[], switch)
        .rest("args", Type::Rule)
        .no_kwargs()
        .doc("The value after the first condition that is true.")
        .example("switch(1 > 2 => a, true => b)", "\"b\""),
    function("selectCase", &[], select_case)
        .rest("args", Type::Lambda)
        .doc("The index of the first condition that is true, or the number of conditions.")
        .example("selectCase(1 > 2, 2 > 1)", "1"),
    method("switchCase", &[p("case", Type::Int)], switch_case)
        .rest("args", Type::Lambda)
        .doc("The argument with this index, or the last one.")
        .example("1.switchCase(a, b, c)", "\"b\""),
    function("selectAllCases", &[], select_all_cases)
        .rest("args", Type::Lambda)
        .doc("The indexes of all conditions that are true.")
        .example("selectAllCases(true, false, true)", "[0, 2]"),
    function("examine", &[], examine)
        .rest("args", Type::Lambda)
        .doc("Whether each condition is true.")
        .example("examine(1 > 2, 2 > 1)", "[false, true]"),
    function("coalesce", &[], coalesce)
        .rest("args", Type::Lambda)
        .doc("The first value that is not null.")
        .example("coalesce(null, 2, 3)", "2"),
];

fn evaluated(run: &Run<'_>, value: &Val) -> Outcome<Val> {
    match value {
        Val::Lambda(lambda) => lambda.call(run, Vec::new()),
        other => Ok(other.clone()),
    }
}

/// Evaluates one side of a rule, in the context of the call itself.
fn side(run: &Run<'_>, value: &Val) -> Outcome<Val> {
    match value {
        Val::Lambda(lambda) => lambda.call_in(run, &lambda.context),
        other => Ok(other.clone()),
    }
}

fn switch(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for rule in &call.rest {
        let Val::Rule(rule) = rule else { continue };
        if is_true(&side(call.run, &rule.0)?)? {
            return side(call.run, &rule.1);
        }
    }
    Ok(Val::Null)
}

fn select_case(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for (index, condition) in call.rest.iter().enumerate() {
        if is_true(&evaluated(call.run, condition)?)? {
            return Ok(Val::count(index));
        }
    }
    Ok(Val::count(call.rest.len()))
}

fn switch_case(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let index = usize::try_from(call.clamped(0)?).unwrap_or(usize::MAX);
    match call.rest.get(index).or(call.rest.last()) {
        Some(chosen) => evaluated(call.run, chosen),
        None => Ok(Val::Null),
    }
}

fn select_all_cases(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let depth = call.depth();
    let mut conditions = std::mem::take(&mut call.rest).into_iter().enumerate();
    Val::iter(depth, move |run: &Run<'_>| {
        for (index, condition) in conditions.by_ref() {
            if is_true(&evaluated(run, &condition)?)? {
                return Ok(Some(Val::count(index)));
            }
        }
        Ok(None)
    })
}

fn examine(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let depth = call.depth();
    let mut conditions = std::mem::take(&mut call.rest).into_iter();
    Val::iter(depth, move |run: &Run<'_>| match conditions.next() {
        Some(condition) => Ok(Some(Val::Bool(is_true(&evaluated(run, &condition)?)?))),
        None => Ok(None),
    })
}

fn coalesce(call: &mut Call<'_, '_>) -> Outcome<Val> {
    for value in &call.rest {
        let value = evaluated(call.run, value)?;
        match value {
            Val::Unknown => return Err(crate::error::undecided()),
            Val::Null => {}
            value => return Ok(value),
        }
    }
    Ok(Val::Null)
}
