//! Functions that combine several collections.

use super::making::remembered;
use super::{COLLECTION, PREDICATE, SELECTOR, merging};
use crate::data::Val;
use crate::data::iter::Cursor;
use crate::data::truth::is_true;
use crate::error::Outcome;
use crate::library::spec::{Default, Overload, Type, extension, method, p};
use crate::run::{Call, Run};

pub(crate) static FUNCTIONS: &[Overload] = &[
    extension("append", &[COLLECTION], append)
        .rest("args", Type::Any)
        .keeps_unknown()
        .doc("The items, and some more.")
        .example("[1].append(2, 3)", "[1, 2, 3]"),
    extension("concat", &[], concat)
        .rest("collections", Type::Iterable)
        .doc("The items of several collections.")
        .example("[1].concat([2], [3])", "[1, 2, 3]"),
    method("zip", &[], zip)
        .rest("collections", Type::Iterable)
        .doc("The first items of all collections, then the second ones, until one has no more.")
        .example("[1, 2].zip([a, b, c])", "[[1, \"a\"], [2, \"b\"]]"),
    method("zipLongest", &[], zip_longest)
        .rest("collections", Type::Iterable)
        .named_rest("kwargs")
        .doc("The same until none has any more, with a default in place of missing items.")
        .example("[1].zipLongest([a, b], default => 0)", "[[1, \"a\"], [0, \"b\"]]"),
    method(
        "join",
        &[p("collection1", Type::Iterable), p("collection2", Type::Iterable), PREDICATE, SELECTOR],
        join,
    )
    .doc("What an expression makes of each pair of items for which a condition is true.")
    .example("[1, 2].join([2, 3], $1 < $2, [$1, $2])", "[[1, 2], [1, 3], [2, 3]]"),
    method(
        "mergeWith",
        &[
            p("dict", Type::Mapping),
            p("another", Type::Mapping),
            p("listMerger", Type::Lambda).optional(),
            p("itemMerger", Type::Lambda).optional(),
            p("maxLevels", Type::Int).or(Default::Int(0)),
        ],
        merging::merge_with,
    )
    .doc("Two dictionaries as one; dictionaries and lists in both are merged too.")
    .example(
        "{a => {b => 1}, c => [1]}.mergeWith({a => {d => 2}, c => [2]})",
        "{\"a\": {\"b\": 1, \"d\": 2}, \"c\": [1, 2]}",
    ),
];

/// Iterates over the items of several collections, one after the other.
pub(crate) fn chained(collections: Vec<Val>) -> Outcome<Val> {
    let depth = collections.iter().map(Val::depth).max().unwrap_or(0);
    let mut rest = collections.into_iter();
    let mut current: Option<Cursor> = None;
    Val::iter(depth, move |run: &Run<'_>| {
        loop {
            if let Some(cursor) = &mut current {
                match cursor.next(run)? {
                    Some(item) => return Ok(Some(item)),
                    None => current = None,
                }
            }
            match rest.next() {
                Some(next) => current = Some(Cursor::new(&next)?),
                None => return Ok(None),
            }
        }
    })
}

fn append(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let added = Val::tuple(std::mem::take(&mut call.rest))?;
    chained(vec![call.take(0), added])
}

fn concat(call: &mut Call<'_, '_>) -> Outcome<Val> {
    chained(std::mem::take(&mut call.rest))
}

fn zip(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursors = call.rest.iter().map(Cursor::new).collect::<Outcome<Vec<Cursor>>>()?;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        let mut row = Vec::with_capacity(cursors.len());
        for cursor in &mut cursors {
            match cursor.next(run)? {
                Some(item) => row.push(item),
                None => return Ok(None),
            }
        }
        if row.is_empty() { Ok(None) } else { Val::tuple(row).map(Some) }
    })
}

fn zip_longest(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let default = call.named.iter().find(|(name, _)| name.as_str() == "default");
    let default = default.map_or(Val::Null, |(_, value)| value.clone());
    let cursors = call.rest.iter().map(|collection| Cursor::new(collection).map(Some));
    let mut cursors = cursors.collect::<Outcome<Vec<Option<Cursor>>>>()?;
    let mut open = cursors.len();
    Val::iter(call.depth().max(default.depth()), move |run: &Run<'_>| {
        if open == 0 {
            return Ok(None);
        }
        let mut row = Vec::with_capacity(cursors.len());
        for slot in &mut cursors {
            let item = match slot {
                Some(cursor) => cursor.next(run)?,
                None => None,
            };
            if item.is_none() && slot.take().is_some() {
                open -= 1;
                if open == 0 {
                    return Ok(None);
                }
            }
            row.push(item.unwrap_or_else(|| default.clone()));
        }
        Val::tuple(row).map(Some)
    })
}

fn join(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut left, right) = (call.cursor(0)?, remembered(call.run, call.arg(1))?);
    let (predicate, selector) = (call.lambda(2)?, call.lambda(3)?);
    let mut pair: Option<(Val, Cursor)> = None;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        loop {
            if let Some((own, others)) = &mut pair {
                while let Some(other) = others.next(run)? {
                    if is_true(&predicate.call2(run, own, &other)?)? {
                        return selector.call2(run, own, &other).map(Some);
                    }
                }
            }
            let Some(own) = left.next(run)? else { return Ok(None) };
            pair = Some((own, Cursor::new(&right)?));
        }
    })
}
