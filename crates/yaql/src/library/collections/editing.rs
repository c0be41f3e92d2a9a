//! Collections with items removed, inserted and replaced, one item at a time.

use crate::data::Val;
use crate::data::iter::Cursor;
use crate::error::Outcome;
use crate::run::{Call, Run};

/// Returns whether an index is in the range of a position and a number of items. A negative number selects all items from the
/// position on.
fn is_meant(index: i64, position: i64, count: i64) -> bool {
    if count >= 0 { position <= index && index < position.saturating_add(count) } else { index >= position }
}

pub(super) fn delete(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (mut cursor, position, count) = (call.cursor(0)?, call.clamped(1)?, call.clamped(2)?);
    let mut index = -1;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        while let Some(item) = cursor.next(run)? {
            index += 1;
            if !is_meant(index, position, count) {
                return Ok(Some(item));
            }
        }
        Ok(None)
    })
}

pub(super) fn replace(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (cursor, position, count) = (call.cursor(0)?, call.clamped(1)?, call.clamped(3)?);
    let depth = call.depth();
    let values = Val::tuple(vec![call.take(2)])?;
    replacing(depth, cursor, position, count, values)
}

pub(super) fn replace_many(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (cursor, position, count) = (call.cursor(0)?, call.clamped(1)?, call.clamped(3)?);
    let depth = call.depth();
    replacing(depth, cursor, position, count, call.take(2))
}

/// Iterates over the items of a collection, with `values` inserted once in place of the replaced items.
fn replacing(depth: u32, mut cursor: Cursor, position: i64, count: i64, values: Val) -> Outcome<Val> {
    let mut index = -1;
    let mut values = Some(values);
    let mut inserting: Option<Cursor> = None;
    Val::iter(depth, move |run: &Run<'_>| {
        loop {
            if let Some(inner) = &mut inserting {
                match inner.next(run)? {
                    Some(item) => return Ok(Some(item)),
                    None => inserting = None,
                }
            }
            let Some(item) = cursor.next(run)? else { return Ok(None) };
            index += 1;
            if !is_meant(index, position, count) {
                return Ok(Some(item));
            }
            if let Some(values) = values.take() {
                inserting = Some(Cursor::new(&values)?);
            }
        }
    })
}

pub(super) fn insert(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (cursor, position) = (call.cursor(0)?, call.clamped(1)?);
    let depth = call.depth();
    let value = Val::tuple(vec![call.take(2)])?;
    inserting(depth, cursor, position, value, false)
}

pub(super) fn insert_many(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (cursor, position) = (call.cursor(0)?, call.clamped(1)?);
    let depth = call.depth();
    inserting(depth, cursor, position, call.take(2), true)
}

/// Iterates over the items of a collection, with `values` inserted before the item at `position`, or at the end if there is no
/// such item. Only `insertMany` accepts negative positions, which insert before the first item.
fn inserting(depth: u32, mut cursor: Cursor, position: i64, values: Val, negative: bool) -> Outcome<Val> {
    let mut index: i64 = -1;
    let mut inserted: Option<Cursor> = None;
    let mut held: Option<Val> = None;
    let mut is_started = false;
    let mut is_ended = false;
    Val::iter(depth, move |run: &Run<'_>| {
        if !is_started {
            is_started = true;
            if negative && position < 0 {
                inserted = Some(Cursor::new(&values)?);
            }
        }
        loop {
            if let Some(inner) = &mut inserted {
                match inner.next(run)? {
                    Some(item) => return Ok(Some(item)),
                    None => inserted = None,
                }
            }
            if let Some(item) = held.take() {
                return Ok(Some(item));
            }
            if is_ended {
                return Ok(None);
            }
            if let Some(item) = cursor.next(run)? {
                index += 1;
                if index != position {
                    return Ok(Some(item));
                }
                held = Some(item);
                inserted = Some(Cursor::new(&values)?);
            } else {
                is_ended = true;
                if position > index {
                    inserted = Some(Cursor::new(&values)?);
                }
            }
        }
    })
}

pub(super) fn list_insert(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut items = call.items(0)?;
    let len = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let position = call.index(1)?;
    let place = if position < 0 { position.saturating_add(len).max(0) } else { position.min(len) };
    items.insert(usize::try_from(place).unwrap_or(0), call.take(2));
    Val::list(items)
}
