//! Finding, extracting and replacing parts of a text.

use super::{new_text, str_delegate};
use crate::data::{Text, Val};
use crate::error::{Outcome, too_much_memory};
use crate::run::Call;

/// Maximum length of a text, in bytes.
const MAX_LENGTH: usize = 1 << 22;

pub(super) fn substring(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    let size = length(&text);
    let (mut start, mut length) = (call.clamped(1)?, call.clamped(2)?);
    if length < 0 {
        length = size;
    }
    if start < 0 {
        start = start.saturating_add(size);
    }
    Ok(Val::Str(text.slice(place(start, size)..place(start.saturating_add(length), size))))
}

/// Character index for an index in a Python slice.
fn place(index: i64, size: i64) -> usize {
    let index = if index < 0 { index.saturating_add(size).max(0) } else { index.min(size) };
    usize::try_from(index).unwrap_or(0)
}

fn length(text: &Text) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

pub(super) fn index_of(call: &mut Call<'_, '_>) -> Outcome<Val> {
    find(call, call.clamped(2)?, i64::MAX, |part, sub| part.find(sub))
}

pub(super) fn last_index_of(call: &mut Call<'_, '_>) -> Outcome<Val> {
    find(call, call.clamped(2)?, i64::MAX, |part, sub| part.rfind(sub))
}

pub(super) fn index_of_within(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (start, end) = range(call)?;
    find(call, start, end, |part, sub| part.find(sub))
}

pub(super) fn last_index_of_within(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (start, end) = range(call)?;
    find(call, start, end, |part, sub| part.rfind(sub))
}

/// Start and end of a range with a start and a length.
fn range(call: &Call<'_, '_>) -> Outcome<(i64, i64)> {
    let size = length(&call.text(0)?);
    let (mut start, mut length) = (call.clamped(2)?, call.clamped(3)?);
    if start < 0 {
        start = start.saturating_add(size);
    }
    if length < 0 {
        length = size.saturating_sub(start);
    }
    Ok((start, start.saturating_add(length)))
}

fn find(
    call: &Call<'_, '_>,
    start: i64,
    end: i64,
    search: impl Fn(&str, &str) -> Option<usize>,
) -> Outcome<Val> {
    let (text, sub) = (call.text(0)?, call.text(1)?);
    let size = length(&text);
    let (first, last) = (place(start, size), place(end, size));
    if start > size || first > last {
        return Ok(Val::int(-1));
    }
    let (from, to) = (text.byte_of(first), text.byte_of(last));
    let found = search(&text.as_str()[from..to], &sub);
    Ok(found.map_or(Val::int(-1), |byte| Val::count(text.char_of(from + byte))))
}

pub(super) fn starts_with(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    let starts = |part: &Val| matches!(part, Val::Str(part) if text.starts_with(part.as_str()));
    Ok(Val::Bool(call.rest.iter().any(starts)))
}

pub(super) fn ends_with(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let text = call.text(0)?;
    let ends = |part: &Val| matches!(part, Val::Str(part) if text.ends_with(part.as_str()));
    Ok(Val::Bool(call.rest.iter().any(ends)))
}

pub(super) fn replace(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let count = call.index(3)?;
    new_text(call.run, replaced(&call.text(0)?, &call.text(1)?, &call.text(2)?, count)?)
}

pub(super) fn replace_with_dict(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut text = call.text(0)?.to_string();
    for (key, value) in &call.dict(1)?.entries {
        let (old, new) = (str_delegate(call, key.val())?, str_delegate(call, value)?);
        text = replaced(&text, &old, &new, call.index(2)?)?;
        call.run.allocate(text.len())?;
    }
    new_text(call.run, text)
}

/// Python's `str.replace`: a negative count replaces all occurrences.
fn replaced(text: &str, old: &str, new: &str, count: i64) -> Outcome<String> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let found = text.matches(old).count().min(count);
    if found.saturating_mul(new.len()).saturating_add(text.len()) > MAX_LENGTH {
        return Err(too_much_memory());
    }
    Ok(text.replacen(old, new, count))
}
