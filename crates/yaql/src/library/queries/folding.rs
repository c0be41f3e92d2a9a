//! Functions that reduce a collection to a single value.

use super::{COLLECTION, SELECTOR};
use crate::data::Val;
use crate::error::{Outcome, type_error};
use crate::library::spec::{Default, Overload, Parameter, Type, method, p};
use crate::run::{Call, Run};

const INITIAL: Parameter = p("initial", Type::Any).or(Default::NoValue);
const SEED: Parameter = p("seed", Type::Any).or(Default::NoValue);

pub(crate) static FUNCTIONS: &[Overload] = &[
    method("sum", &[COLLECTION, INITIAL], |call| folded(call, "#operator_+"))
        .needs_context()
        .keeps_unknown()
        .doc("The sum of the items, or whatever `+` makes of them.")
        .example("[1, 2, 3].sum()", "6"),
    method("min", &[COLLECTION, INITIAL], |call| folded(call, "min"))
        .needs_context()
        .keeps_unknown()
        .doc("The least item.")
        .example("[3, 1, 2].min()", "1"),
    method("max", &[COLLECTION, INITIAL], |call| folded(call, "max"))
        .needs_context()
        .keeps_unknown()
        .doc("The greatest item.")
        .example("[3, 1, 2].max(5)", "5"),
    method("aggregate", &[COLLECTION, SELECTOR, SEED], aggregate)
        .keeps_unknown()
        .doc("What an expression makes of the result so far and the next item, from the first to the last.")
        .example("[a, b, c].aggregate($2 + $1)", "\"cba\""),
    method("reduce", &[COLLECTION, SELECTOR, SEED], aggregate)
        .keeps_unknown()
        .doc("The same as `aggregate`.")
        .example("[1, 2].reduce($1 + $2, 10)", "13"),
    method("accumulate", &[COLLECTION, SELECTOR, SEED], accumulate)
        .keeps_unknown()
        .doc("The same as `aggregate`, with all results on the way.")
        .example("[1, 2, 3].accumulate($1 + $2)", "[1, 3, 6]"),
];

/// Python's `functools.reduce`.
fn reduced(
    call: &mut Call<'_, '_>,
    seed: usize,
    mut next: impl FnMut(&Call<'_, '_>, Val, Val) -> Outcome<Val>,
) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let mut total = match call.take(seed) {
        Val::NoValue => match cursor.next(call.run)? {
            Some(first) => first,
            None => return Err(type_error("reduce() of empty iterable with no initial value")),
        },
        seed => seed,
    };
    while let Some(item) = cursor.next(call.run)? {
        total = next(call, total, item)?;
    }
    Ok(total)
}

/// Folds the items with a function or operator, which `def` can replace.
fn folded(call: &mut Call<'_, '_>, name: &str) -> Outcome<Val> {
    reduced(call, 1, |call, total, item| call.delegate(name, vec![total, item]))
}

fn aggregate(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let selector = call.lambda(1)?;
    reduced(call, 2, |call, total, item| selector.call(call.run, vec![total, item]))
}

fn accumulate(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, selector) = (call.cursor(0)?, call.lambda(1)?);
    let depth = call.depth();
    let mut seed = Some(call.take(2));
    let mut total = Val::NoValue;
    Val::iter(depth, move |run: &Run<'_>| {
        match seed.take() {
            Some(Val::NoValue) => match cursor.next(run)? {
                Some(first) => total = first,
                None => {
                    return Err(type_error("accumulate() of empty sequence with no initial value"));
                }
            },
            Some(seed) => total = seed,
            None => match cursor.next(run)? {
                Some(item) => total = selector.call2(run, &total, &item)?,
                None => return Ok(None),
            },
        }
        Ok(Some(total.clone()))
    })
}
