//! Sorting and reversing.

use std::rc::Rc;

use super::{COLLECTION, SELECTOR};
use crate::data::Val;
use crate::data::ordered::Ordered;
use crate::error::{Outcome, type_error};
use crate::library::spec::{Overload, Parameter, Type, method, p};
use crate::run::Call;

const ORDERED: Parameter = p("collection", Type::Ordered);

pub(crate) static FUNCTIONS: &[Overload] = &[
    method("orderBy", &[COLLECTION, SELECTOR], |call| ordered(call, true))
        .doc("The items, sorted by what an expression makes of them.")
        .example("[3, 1, 2].orderBy($)", "[1, 2, 3]"),
    method("orderByDescending", &[COLLECTION, SELECTOR], |call| ordered(call, false))
        .doc("The items, sorted the other way round.")
        .example("[3, 1, 2].orderByDescending($)", "[3, 2, 1]"),
    method("thenBy", &[ORDERED, SELECTOR], |call| and_then(call, true))
        .doc("After `orderBy`: what decides between items that are equal so far.")
        .example("[[1, b], [1, a]].orderBy($[0]).thenBy($[1])", "[[1, \"a\"], [1, \"b\"]]"),
    method("thenByDescending", &[ORDERED, SELECTOR], |call| and_then(call, false))
        .doc("The same, the other way round.")
        .example("[[1, a], [1, b]].orderBy($[0]).thenByDescending($[1])", "[[1, \"b\"], [1, \"a\"]]"),
    method("reverse", &[COLLECTION], reverse)
        .doc("The items from the last to the first.")
        .example("[1, 2].reverse()", "[2, 1]"),
];

fn ordered(call: &mut Call<'_, '_>, is_ascending: bool) -> Outcome<Val> {
    let selector = call.lambda(1)?;
    let ordered = Ordered::new(call.take(0), call.context.clone());
    ordered.add(selector, is_ascending);
    Ok(Val::Ordered(Rc::new(ordered)))
}

fn and_then(call: &mut Call<'_, '_>, is_ascending: bool) -> Outcome<Val> {
    let selector = call.lambda(1)?;
    match call.take(0) {
        Val::Ordered(ordered) => {
            ordered.add(selector, is_ascending);
            Ok(Val::Ordered(ordered))
        }
        other => Err(type_error(format!("{} is not ordered", other.type_name()))),
    }
}

fn reverse(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut items = call.items(0)?;
    Val::iter(call.depth(), move |_: &crate::run::Run<'_>| Ok(items.pop()))
}
