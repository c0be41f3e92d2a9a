//! Functions that split a collection into several.

use std::rc::Rc;

use super::{COLLECTION, PREDICATE, grouping};
use crate::data::Val;
use crate::data::compare::equal;
use crate::data::truth::is_true;
use crate::error::{Outcome, value_error};
use crate::library::spec::{Overload, Type, method, p};
use crate::run::{Call, Run};

pub(crate) static FUNCTIONS: &[Overload] = &[
    method(
        "groupBy",
        &[
            COLLECTION,
            p("keySelector", Type::Lambda),
            p("valueSelector", Type::Lambda).optional(),
            p("aggregator", Type::Lambda).optional(),
        ],
        grouping::group_by,
    )
    .doc("The keys that an expression makes of the items, each with its items, or with what the third expression makes of them.").example("[1, 2, 3].groupBy($ mod 2, $, $.sum())", "[[1, 4], [0, 2]]"),
    method("slice", &[COLLECTION, p("length", Type::Int)], slice).doc("Lists of so many items each.").example("[1, 2, 3].slice(2)", "[[1, 2], [3]]"),
    method("splitWhere", &[COLLECTION, PREDICATE], split_where).doc("The lists between the items for which a condition is true.").example("[1, 0, 2].splitWhere($ = 0)", "[[1], [2]]"),
    method("sliceWhere", &[COLLECTION, PREDICATE], slice_where).doc("The lists of neighbours for which an expression has the same value.").example("[1, 3, 2].sliceWhere($ mod 2)", "[[1, 3], [2]]"),
    method("splitAt", &[COLLECTION, p("index", Type::Int)], split_at).doc("The items before an index, and those from it on.").example("[1, 2, 3].splitAt(1)", "[[1], [2, 3]]"),
];

fn slice(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = call.cursor(0)?;
    let length = call.int(1)?.small().and_then(|length| usize::try_from(length).ok());
    Val::iter(call.depth(), move |run: &Run<'_>| {
        let Some(length) = length else {
            return Err(value_error(
                "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
            ));
        };
        let mut part = Vec::new();
        while part.len() < length
            && let Some(item) = cursor.next(run)?
        {
            part.push(item);
            run.check_len(part.len())?;
        }
        if part.is_empty() { Ok(None) } else { Val::tuple(part).map(Some) }
    })
}

fn split_where(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (collection, predicate) = (call.take(0), call.lambda(1)?);
    let depth = collection.depth().max(predicate.depth());
    parts(depth, collection, 0, move |run, item| is_true(&predicate.call1(run, item)?))
}

fn slice_where(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (collection, predicate) = (call.take(0), call.lambda(1)?);
    let depth = collection.depth().max(predicate.depth());
    let mut before: Option<Val> = None;
    parts(depth, collection, 1, move |run, item| {
        let value = predicate.call1(run, item)?;
        let is_split = match &before {
            Some(before) => !equal(&value, before)?,
            None => false,
        };
        before = Some(value);
        Ok(is_split)
    })
}

/// Parts of a collection, which is split at some items. `kept` is the number of these items that the next part begins with: 1, or 0
/// if they are left out.
fn parts(
    depth: u32,
    collection: Val,
    kept: usize,
    mut is_split: impl FnMut(&Run<'_>, &Val) -> Outcome<bool> + 'static,
) -> Outcome<Val> {
    let mut items: Option<Rc<Vec<Val>>> = None;
    let (mut start, mut end) = (0, 0);
    Val::iter(depth, move |run: &Run<'_>| {
        let items = all(run, &collection, &mut items)?;
        while let Some(item) = items.get(end) {
            let is_end = is_split(run, item)?;
            end += 1;
            if is_end {
                let part = items[start..end - 1].to_vec();
                start = end - kept;
                return Val::tuple(part).map(Some);
            }
        }
        if start == end {
            return Ok(None);
        }
        let part = items[start..end].to_vec();
        start = end;
        Val::tuple(part).map(Some)
    })
}

/// Items of a collection, which are all read before the first part is created.
fn all(run: &Run<'_>, collection: &Val, items: &mut Option<Rc<Vec<Val>>>) -> Outcome<Rc<Vec<Val>>> {
    if let Some(items) = items {
        return Ok(items.clone());
    }
    let read = Rc::new(crate::data::iter::Cursor::new(collection)?.collect(run)?);
    *items = Some(read.clone());
    Ok(read)
}

fn split_at(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut items = call.items(0)?;
    let len = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let index = call.clamped(1)?;
    let place = if index < 0 { index.saturating_add(len).max(0) } else { index.min(len) };
    let rest = items.split_off(usize::try_from(place).unwrap_or(0));
    Val::list(vec![Val::tuple(items)?, Val::tuple(rest)?])
}
