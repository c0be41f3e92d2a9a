//! Functions for lists, and functions that all collections have in common.

use super::editing;
use crate::data::compare::{equal, members};
use crate::data::dict::Part;
use crate::data::iter::Cursor;
use crate::data::{Dict, Key, Val, View};
use crate::error::{Error, ErrorClass, Outcome, too_much_memory, type_error, value_error};
use crate::library::queries::combining::chained;
use crate::library::spec::{Default, Overload, Parameter, Type, extension, function, method, p};
use crate::library::strings::repetitions;
use crate::run::{Call, Run};

pub(super) const COLLECTION: Parameter = p("collection", Type::Iterable);
const VALUE: Parameter = p("value", Type::Any);
const VALUES: Parameter = p("values", Type::Iterable);
const POSITION: Parameter = p("position", Type::Int);
const COUNT: Parameter = p("count", Type::Int).or(Default::Int(1));

pub(crate) static FUNCTIONS: &[Overload] = &[
    function("list", &[], list)
        .rest("args", Type::Any)
        .keeps_unknown()
        .doc("A list of values, with the items of iterators among them.")
        .example("list(1, range(2))", "[1, 0, 1]"),
    function("#list", &[], build_list)
        .rest("args", Type::Any)
        .keeps_unknown()
        .doc("A list.")
        .example("[1, a]", "[1, \"a\"]"),
    method("toList", &[COLLECTION], to_list)
        .doc("The items as a list.")
        .example("range(3).toList()", "[0, 1, 2]"),
    method("flatten", &[COLLECTION], flatten)
        .doc("The items, and the items of collections among them.")
        .example("[1, [2, [3]]].flatten()", "[1, 2, 3]"),
    function("#indexer", &[p("list", Type::Sequence), p("index", Type::Int)], index)
        .doc("The item with an index, from the end if it is negative.")
        .example("[1, 2, 3][-1]", "3"),
    function("#operator_in", &[VALUE, COLLECTION], is_in)
        .doc("Whether a value is in a collection.")
        .example("2 in [1, 2]", "true"),
    method("contains", &[COLLECTION, VALUE], contains)
        .doc("Whether a collection has a value.")
        .example("[1, 2].contains(2)", "true"),
    function("#operator_+", &[p("left", Type::Iterable), p("right", Type::Iterable)], combine)
        .doc("The items of both collections.")
        .example("[1, 2] + [3]", "[1, 2, 3]"),
    function("#operator_*", &[p("left", Type::Sequence), p("right", Type::Int)], repeat)
        .doc("A list several times.")
        .example("[1, 2] * 2", "[1, 2, 1, 2]"),
    function("#operator_*", &[p("left", Type::Int), p("right", Type::Sequence)], repeated)
        .doc("A list several times.")
        .example("2 * [1, 2]", "[1, 2, 1, 2]"),
    function("isList", &[p("arg", Type::Any)], is_list)
        .doc("Whether a value is a list.")
        .example("isList([])", "true"),
    extension("len", &[p("sequence", Type::Sequence)], len)
        .doc("The number of items.")
        .example("[a, b].len()", "2"),
    method("delete", &[COLLECTION, POSITION, COUNT], editing::delete)
        .doc("The items without some, by position; all that follow if the number is negative.")
        .example("[0, 1, 2, 3].delete(1, 2)", "[0, 3]"),
    method("insert", &[p("collection", Type::IterableNoSet), POSITION, VALUE], editing::insert)
        .keeps_unknown()
        .doc("The items with a value before a position.")
        .example("range(2).insert(1, a)", "[0, \"a\", 1]"),
    method("insert", &[p("collection", Type::Sequence), POSITION, VALUE], editing::list_insert)
        .keeps_unknown()
        .doc("The list with a value before a position.")
        .example("[0, 1].insert(-1, a)", "[0, \"a\", 1]"),
    method("replace", &[COLLECTION, POSITION, VALUE, COUNT], editing::replace)
        .keeps_unknown()
        .doc("The items with a value in place of some, by position.")
        .example("[0, 1, 2].replace(1, a)", "[0, \"a\", 2]"),
    method("replaceMany", &[COLLECTION, POSITION, VALUES, COUNT], editing::replace_many)
        .doc("The items with others in place of some, by position.")
        .example("[0, 1, 2].replaceMany(1, [a, b])", "[0, \"a\", \"b\", 2]"),
    method("insertMany", &[COLLECTION, POSITION, VALUES], editing::insert_many)
        .doc("The items with others before a position.")
        .example("[0, 1].insertMany(1, [a, b])", "[0, \"a\", \"b\", 1]"),
];

/// Items of the arguments, in which iterators are replaced by their items.
pub(super) fn flat_arguments(call: &Call<'_, '_>) -> Outcome<Vec<Val>> {
    fn add(run: &Run<'_>, value: &Val, items: &mut Vec<Val>) -> Outcome<()> {
        if let Val::Iter(iter) = value {
            let mut cursor = Cursor::new(&Val::Iter(iter.clone()))?;
            while let Some(item) = cursor.next(run)? {
                run.nested(1, || add(run, &item, items))?;
            }
            return Ok(());
        }
        items.push(value.clone());
        run.check_len(items.len())
    }
    let mut items = Vec::new();
    for value in &call.rest {
        add(call.run, value, &mut items)?;
    }
    Ok(items)
}

fn list(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Val::tuple(flat_arguments(call)?)
}

fn build_list(call: &mut Call<'_, '_>) -> Outcome<Val> {
    // The quota applies to the sum of the items' sizes.
    let total: u64 = call.rest.iter().map(crate::data::size::size_of).sum();
    call.run.check_bytes(total)?;
    Val::tuple(std::mem::take(&mut call.rest))
}

fn to_list(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::List(list) if list.is_tuple => Ok(Val::List(list.clone())),
        _ => Val::tuple(call.items(0)?),
    }
}

fn flatten(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut open = vec![call.cursor(0)?];
    Val::iter(call.depth(), move |run: &Run<'_>| {
        while let Some(innermost) = open.last_mut() {
            match innermost.next(run)? {
                None => {
                    open.pop();
                }
                Some(Val::Unknown) => return Err(crate::error::undecided()),
                Some(item) if item.is_iterable() => open.push(Cursor::new(&item)?),
                Some(item) => return Ok(Some(item)),
            }
        }
        Ok(None)
    })
}

fn index(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let Val::List(list) = call.arg(0) else { return Err(type_error("object is not subscriptable")) };
    let index = call.int(1)?.clamped();
    let len = i64::try_from(list.items.len()).unwrap_or(i64::MAX);
    let place = if index < 0 { index.saturating_add(len) } else { index };
    let found = usize::try_from(place).ok().and_then(|place| list.items.get(place));
    let name = list.is_tuple;
    found.cloned().ok_or_else(|| {
        Error::fault(ErrorClass::Index, format!("{} index out of range", if name { "tuple" } else { "list" }))
    })
}

/// Python's `value in collection`.
fn has(run: &Run<'_>, collection: &Val, value: &Val) -> Outcome<bool> {
    if let Val::View(View { part: Part::Items, dict }) = collection {
        return has_item(run, dict, value);
    }
    if let Val::View(View { part: Part::Keys, dict }) = collection {
        return Ok(dict.entries.contains_key(&Key::new(value.clone())?));
    }
    if let Some(members) = members(collection) {
        return Ok(members.contains(&Key::new(value.clone())?));
    }
    let mut cursor = Cursor::new(collection)?;
    while let Some(item) = cursor.next(run)? {
        if equal(&item, value)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a dictionary contains an item, which is a pair of a key and a value.
fn has_item(run: &Run<'_>, dict: &Dict, item: &Val) -> Outcome<bool> {
    let pair = match item {
        Val::List(list) if list.is_tuple => list.items.clone(),
        _ if dict.is_frozen => Cursor::new(item)?.collect(run)?,
        _ => return Ok(false),
    };
    match pair.as_slice() {
        [key, value] => match dict.entries.get(&Key::new(key.clone())?) {
            Some(known) => equal(known, value),
            None => Ok(false),
        },
        _ if dict.is_frozen => Err(value_error("an item is a pair of a key and a value")),
        _ => Ok(false),
    }
}

fn is_in(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(has(call.run, call.arg(1), call.arg(0))?))
}

fn contains(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(has(call.run, call.arg(0), call.arg(1))?))
}

fn combine(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match (call.arg(0), call.arg(1)) {
        (Val::List(left), Val::List(right)) if left.is_tuple && right.is_tuple => {
            let size =
                crate::data::size::tuple(left.items.len()) + crate::data::size::tuple(right.items.len());
            call.run.check_bytes(size)?;
            call.run.step(left.items.len() + right.items.len())?;
            Val::tuple(left.items.iter().chain(&right.items).cloned().collect())
        }
        (Val::Set(left), Val::Set(right)) => {
            let size =
                crate::data::size::set_of(left.items.len()) + crate::data::size::set_of(right.items.len());
            call.run.check_bytes(size)?;
            Val::set(left.items.union(&right.items).cloned().collect())
        }
        (left, right) => chained(vec![left.clone(), right.clone()]),
    }
}

fn times(call: &Call<'_, '_>, list: &Val, count: usize) -> Outcome<Val> {
    let count = repetitions(call.run, list, &call.int(count)?, 56)?;
    let Val::List(list) = list else { return Ok(Val::Null) };
    if list.items.is_empty() {
        return Val::new_list(Vec::new(), list.is_tuple);
    }
    let total = list.items.len().saturating_mul(count);
    if total > 1 << 20 {
        return Err(too_much_memory());
    }
    call.run.step(total)?;
    Val::new_list(list.items.iter().cycle().take(total).cloned().collect(), list.is_tuple)
}

fn repeat(call: &mut Call<'_, '_>) -> Outcome<Val> {
    times(call, call.arg(0), 1)
}

fn repeated(call: &mut Call<'_, '_>) -> Outcome<Val> {
    times(call, call.arg(1), 0)
}

fn is_list(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Ok(Val::Bool(matches!(call.arg(0), Val::List(_))))
}

fn len(call: &mut Call<'_, '_>) -> Outcome<Val> {
    match call.arg(0) {
        Val::List(list) => Ok(Val::count(list.items.len())),
        other => Err(type_error(format!("object of type '{}' has no len()", other.type_name()))),
    }
}
