//! Finding and counting items.

use super::making::remembered;
use super::{COLLECTION, PREDICATE};
use crate::data::Val;
use crate::data::compare::equal;
use crate::data::iter::Cursor;
use crate::data::truth::is_true;
use crate::error::{Outcome, stop_iteration};
use crate::library::spec::{Default, Overload, Parameter, Type, extension, function, method, p};
use crate::run::{Call, Run};

const DEFAULT: Parameter = p("default", Type::Any).or(Default::NoValue);
const ITEM: Parameter = p("item", Type::Any);

pub(crate) static FUNCTIONS: &[Overload] = &[
    extension("any", &[COLLECTION, PREDICATE.optional()], any)
        .doc("Whether there is an item for which a condition is true, or any item.")
        .example("[1, 2].any($ > 1)", "true"),
    extension("all", &[COLLECTION, PREDICATE.optional()], all)
        .doc("Whether a condition is true for all items, or all items count as true.")
        .example("[1, 2].all($ > 1)", "false"),
    extension("len", &[p("collection", Type::Iterator)], count)
        .doc("The number of items of an iterator, which is used up.")
        .example("range(3).len()", "3"),
    method("count", &[COLLECTION], count).doc("The number of items.").example("[1, 2].count()", "2"),
    method("first", &[COLLECTION, DEFAULT], first)
        .keeps_unknown()
        .doc("The first item, or a default; without one, an empty collection is an error.")
        .example("[].first(0)", "0"),
    method("single", &[COLLECTION], single)
        .doc("The only item; an error if there are more.")
        .example("[5].single()", "5"),
    method("last", &[COLLECTION, DEFAULT], last)
        .keeps_unknown()
        .doc("The last item, or a default; without one, an empty collection is an error.")
        .example("[1, 2].last()", "2"),
    method("indexOf", &[COLLECTION, ITEM], index_of)
        .doc("The index of the first such item, or -1.")
        .example("[a, b].indexOf(b)", "1"),
    method("lastIndexOf", &[COLLECTION, ITEM], last_index_of)
        .doc("The index of the last such item, or -1.")
        .example("[a, b, a].lastIndexOf(a)", "2"),
    method("indexWhere", &[COLLECTION, PREDICATE], index_where)
        .doc("The index of the first item for which a condition is true, or -1.")
        .example("[1, 2, 3].indexWhere($ > 1)", "1"),
    method("lastIndexWhere", &[COLLECTION, PREDICATE], last_index_where)
        .doc("The index of the last item for which a condition is true, or -1.")
        .example("[1, 2, 3].lastIndexWhere($ > 1)", "2"),
    function("isIterable", &[p("value", Type::Any)], is_iterable)
        .doc("Whether a value is a list, a set or an iterator.")
        .example("isIterable({})", "false"),
    method("defaultIfEmpty", &[COLLECTION, p("default", Type::Iterable)], default_if_empty)
        .doc("The collection, or another one if it is empty.")
        .example("[].defaultIfEmpty([1])", "[1]"),
];

/// Returns whether a condition is true for an item; without a condition, whether there is any item.
fn any(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, predicate) = (call.cursor(0)?, call.optional_lambda(1)?);
    while let Some(item) = cursor.next(call.run)? {
        let is_found = match &predicate {
            Some(predicate) => is_true(&predicate.call1(call.run, &item)?)?,
            None => true,
        };
        if is_found {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}

fn all(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, predicate) = (call.cursor(0)?, call.optional_lambda(1)?);
    while let Some(item) = cursor.next(call.run)? {
        let is_right = match &predicate {
            Some(predicate) => is_true(&predicate.call1(call.run, &item)?)?,
            None => is_true(&item)?,
        };
        if !is_right {
            return Ok(Val::Bool(false));
        }
    }
    Ok(Val::Bool(true))
}

fn count(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let mut count = 0;
    while cursor.next(call.run)?.is_some() {
        count += 1;
    }
    Ok(Val::count(count))
}

fn first(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.cursor(0)?.next(call.run)? {
        Some(item) => Ok(item),
        None => default(call),
    }
}

fn default(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.take(1) {
        Val::NoValue => Err(stop_iteration("")),
        default => Ok(default),
    }
}

fn single(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let Some(item) = cursor.next(call.run)? else { return Err(stop_iteration("")) };
    match cursor.next(call.run)? {
        None => Ok(item),
        Some(_) => Err(stop_iteration("Collection contains more than one item")),
    }
}

fn last(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut found = None;
    if let Val::List(list) = call.arg(0) {
        found = list.items.last().cloned();
    } else {
        let mut cursor = call.cursor(0)?;
        while let Some(item) = cursor.next(call.run)? {
            found = Some(item);
        }
    }
    match found {
        Some(item) => Ok(item),
        None => default(call),
    }
}

/// Index of the first or the last matching item; -1 if there is none.
fn position(
    call: &Call<'_, '_>,
    is_last: bool,
    mut fits: impl FnMut(&Run<'_>, &Val) -> Outcome<bool>,
) -> Outcome<Val> {
    let mut cursor: Cursor = call.cursor(0)?;
    let mut found = Val::int(-1);
    let mut index = 0;
    while let Some(item) = cursor.next(call.run)? {
        if fits(call.run, &item)? {
            found = Val::count(index);
            if !is_last {
                break;
            }
        }
        index += 1;
    }
    Ok(found)
}

fn index_of(call: &mut Call<'_, '_>) -> Outcome<Val> {
    position(call, false, |_, item| equal(item, call.arg(1)))
}

fn last_index_of(call: &mut Call<'_, '_>) -> Outcome<Val> {
    position(call, true, |_, item| equal(item, call.arg(1)))
}

fn index_where(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let predicate = call.lambda(1)?;
    position(call, false, |run, item| is_true(&predicate.call1(run, item)?))
}

fn last_index_where(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let predicate = call.lambda(1)?;
    position(call, true, |run, item| is_true(&predicate.call1(run, item)?))
}

fn is_iterable(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(call.arg(0).is_iterable()))
}

fn default_if_empty(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let is_empty = match call.arg(0) {
        Val::List(list) => list.items.is_empty(),
        Val::Set(set) => set.items.is_empty(),
        Val::View(view) if view.is_set() => view.dict.entries.is_empty(),
        other => {
            let remembered = remembered(call.run, other)?;
            let is_empty = Cursor::new(&remembered)?.next(call.run)?.is_none();
            if !is_empty {
                return Ok(remembered);
            }
            is_empty
        }
    };
    Ok(call.take(usize::from(is_empty)))
}
