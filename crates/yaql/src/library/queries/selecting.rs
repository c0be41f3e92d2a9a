//! Selecting and transforming items.

use std::rc::Rc;

use super::{COLLECTION, PREDICATE, SELECTOR};
use crate::data::iter::Cursor;
use crate::data::set::Members;
use crate::data::size::set_of;
use crate::data::truth::is_true;
use crate::data::{Int, Key, Val};
use crate::error::{Outcome, type_error, undecided, value_error};
use crate::library::spec::{Default, Overload, Parameter, Type, extension, function, method, p};
use crate::run::{Call, Run, delegate};

const NUMBER: Parameter = p("count", Type::Int);

pub(crate) static FUNCTIONS: &[Overload] = &[
    method("where", &[COLLECTION, PREDICATE], filter)
        .doc("The items for which a condition is true.")
        .example("[1, 2, 3].where($ > 1)", "[2, 3]"),
    method("filter", &[COLLECTION, PREDICATE], filter)
        .doc("The same as `where`.")
        .example("[1, 2, 3].filter($ > 1)", "[2, 3]"),
    method("select", &[COLLECTION, SELECTOR], select)
        .doc("What an expression makes of each item.")
        .example("[1, 2].select($ * 10)", "[10, 20]"),
    method("map", &[COLLECTION, SELECTOR], select)
        .doc("The same as `select`.")
        .example("[1, 2].map($ * 10)", "[10, 20]"),
    function("#operator_.", &[COLLECTION, p("attribute", Type::KeywordNode)], attributes)
        .needs_context()
        .doc("The value of a key for each item.")
        .example("[{a => 1}, {a => 2}].a", "[1, 2]"),
    method("limit", &[COLLECTION, NUMBER], limit)
        .doc("The first items.")
        .example("[1, 2, 3].limit(2)", "[1, 2]"),
    method("take", &[COLLECTION, NUMBER], limit)
        .doc("The same as `limit`.")
        .example("[1, 2, 3].take(2)", "[1, 2]"),
    method("skip", &[COLLECTION, NUMBER], skip)
        .doc("The items after the first ones.")
        .example("[1, 2, 3].skip(2)", "[3]"),
    extension("distinct", &[COLLECTION, p("keySelector", Type::Lambda).optional()], distinct)
        .doc("The items without those that occurred before.")
        .example("[1, 2, 1].distinct()", "[1, 2]"),
    extension("enumerate", &[COLLECTION, p("start", Type::Int).nullable().or(Default::Int(0))], enumerate)
        .doc("The items with their numbers.")
        .example("[a, b].enumerate(1)", "[[1, \"a\"], [2, \"b\"]]"),
    method("selectMany", &[COLLECTION, SELECTOR], select_many)
        .doc("The items of the collections that an expression makes of each item.")
        .example("[[1, 2], [3]].selectMany($)", "[1, 2, 3]"),
    method("takeWhile", &[COLLECTION, PREDICATE], take_while)
        .doc("The items before the first for which a condition is false.")
        .example("[1, 2, 3, 1].takeWhile($ < 3)", "[1, 2]"),
    method("skipWhile", &[COLLECTION, PREDICATE], skip_while)
        .doc("The items from the first for which a condition is false.")
        .example("[1, 2, 3, 1].skipWhile($ < 3)", "[3, 1]"),
];

fn filter(call: &mut Call<'_, '_>) -> Outcome<Val> {
    // Without a condition, which only `call` allows, the items themselves are tested.
    let (mut cursor, predicate) = (call.cursor(0)?, call.optional_lambda(1)?);
    Val::iter(call.depth(), move |run: &Run<'_>| {
        while let Some(item) = cursor.next(run)? {
            let is_chosen = match &predicate {
                Some(predicate) => is_true(&predicate.call1(run, &item)?)?,
                None => is_true(&item)?,
            };
            if is_chosen {
                return Ok(Some(item));
            }
        }
        Ok(None)
    })
}

fn select(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, selector) = (call.cursor(0)?, call.lambda(1)?);
    Val::iter(call.depth(), move |run: &Run<'_>| match cursor.next(run)? {
        Some(item) => selector.call1(run, &item).map(Some),
        None => Ok(None),
    })
}

fn attributes(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let (attribute, context) = (call.arg(1).clone(), Rc::clone(&call.context));
    let depth = call.depth().max(context.depth());
    Val::iter(depth, move |run: &Run<'_>| {
        let Some(item) = cursor.next(run)? else { return Ok(None) };
        let value = delegate(run, &context, "#operator_.", vec![item, attribute.clone()]);
        value.map(Some).map_err(|mut error| {
            // The call itself is over, so the error is reported at the name.
            if let Val::Node(node) = &attribute {
                error.span.get_or_insert(node.span);
            }
            error
        })
    })
}

/// Number of items in the second argument, which must not be negative.
fn number(call: &Call<'_, '_>) -> Outcome<i64> {
    match call.int(1)?.small() {
        Some(number @ 0..) => Ok(number),
        _ => Err(value_error("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")),
    }
}

fn limit(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, mut left) = (call.cursor(0)?, number(call)?);
    Val::iter(call.depth(), move |run: &Run<'_>| {
        if left == 0 {
            return Ok(None);
        }
        left -= 1;
        cursor.next(run)
    })
}

fn skip(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, mut left) = (call.cursor(0)?, number(call)?);
    Val::iter(call.depth(), move |run: &Run<'_>| {
        while left > 0 {
            left -= 1;
            if cursor.next(run)?.is_none() {
                left = 0;
                return Ok(None);
            }
        }
        cursor.next(run)
    })
}

fn distinct(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (cursor, key_of) = (call.cursor(0)?, call.optional_lambda(1)?);
    distinct_items(call.depth(), cursor, key_of)
}

pub(super) fn distinct_items(
    depth: u32,
    mut cursor: Cursor,
    key_of: Option<Rc<crate::run::Lambda>>,
) -> Outcome<Val> {
    let mut known = Members::new();
    Val::iter(depth, move |run: &Run<'_>| {
        while let Some(item) = cursor.next(run)? {
            let key = match &key_of {
                Some(key_of) => key_of.call1(run, &item)?,
                None => item.clone(),
            };
            if known.insert(Key::new(key)?) {
                run.check_bytes(set_of(known.len()))?;
                return Ok(Some(item));
            }
        }
        Ok(None)
    })
}

fn enumerate(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let mut start = call.arg(1).as_int();
    Val::iter(call.depth(), move |run: &Run<'_>| {
        let Some(number) = &mut start else {
            return Err(type_error("'NoneType' object cannot be interpreted as an integer"));
        };
        let Some(item) = cursor.next(run)? else { return Ok(None) };
        let next = number.add(&Int::Small(1));
        let numbered = Val::list(vec![Val::Int(std::mem::replace(number, next)), item])?;
        Ok(Some(numbered))
    })
}

fn select_many(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, selector) = (call.cursor(0)?, call.lambda(1)?);
    let mut inner: Option<Cursor> = None;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        loop {
            if let Some(items) = &mut inner {
                match items.next(run)? {
                    Some(item) => return Ok(Some(item)),
                    None => inner = None,
                }
            }
            let Some(item) = cursor.next(run)? else { return Ok(None) };
            let made = selector.call1(run, &item)?;
            if matches!(made, Val::Unknown) {
                return Err(undecided());
            }
            if !made.is_iterable() {
                return Ok(Some(made));
            }
            inner = Some(Cursor::new(&made)?);
        }
    })
}

fn take_while(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, predicate) = (call.cursor(0)?, call.lambda(1)?);
    let mut is_over = false;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        if is_over {
            return Ok(None);
        }
        let Some(item) = cursor.next(run)? else { return Ok(None) };
        is_over = !is_true(&predicate.call1(run, &item)?)?;
        Ok((!is_over).then_some(item))
    })
}

fn skip_while(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, predicate) = (call.cursor(0)?, call.lambda(1)?);
    let mut is_started = false;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        loop {
            let Some(item) = cursor.next(run)? else { return Ok(None) };
            is_started = is_started || !is_true(&predicate.call1(run, &item)?)?;
            if is_started {
                return Ok(Some(item));
            }
        }
    })
}
