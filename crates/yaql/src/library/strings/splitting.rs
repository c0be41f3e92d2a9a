//! Splitting and joining texts.

use super::{new_text, str_delegate};
use crate::data::size::grown_list_from;
use crate::data::{Text, Val};
use crate::error::{Outcome, value_error};
use crate::run::Call;
use heat_python::is_space;

pub(super) fn split(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (text, separator, count) = arguments(call)?;
    parts(
        call,
        match separator {
            None => words(&text, count),
            Some(separator) => text.splitn(count.saturating_add(1), separator.as_str()).collect(),
        },
    )
}

pub(super) fn right_split(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (text, separator, count) = arguments(call)?;
    let mut found = match &separator {
        None => words_from_end(&text, count),
        Some(separator) => text.rsplitn(count.saturating_add(1), separator.as_str()).collect(),
    };
    found.reverse();
    parts(call, found)
}

/// Text, separator and maximum number of splits.
fn arguments(call: &Call<'_, '_>) -> Outcome<(Text, Option<Text>, usize)> {
    let count = usize::try_from(call.index(2)?).unwrap_or(usize::MAX - 1);
    let separator = call.optional_text(1)?;
    if separator.as_ref().is_some_and(Text::is_empty) {
        return Err(value_error("empty separator"));
    }
    Ok((call.text(0)?, separator, count))
}

fn parts(call: &Call<'_, '_>, parts: Vec<&str>) -> Outcome<Val> {
    call.run.step(parts.len())?;
    // Python initially allocates room for twelve parts.
    call.run.check_bytes(grown_list_from(12, parts.len()))?;
    Val::list(parts.into_iter().map(Val::text).collect())
}

/// Words of a text. After `count` words, the rest is kept in one piece.
fn words(text: &str, count: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        if words.len() == count {
            words.push(rest);
            break;
        }
        let end = rest.find(is_space).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(is_space);
    }
    words
}

/// Words of a text, from the last to the first. After `count` words, the rest is kept in one piece.
fn words_from_end(text: &str, count: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_end_matches(is_space);
    while !rest.is_empty() {
        if words.len() == count {
            words.push(rest);
            break;
        }
        let start = rest
            .rfind(is_space)
            .map_or(0, |place| place + rest[place..].chars().next().map_or(0, char::len_utf8));
        words.push(&rest[start..]);
        rest = rest[..start].trim_end_matches(is_space);
    }
    words
}

pub(super) fn join(call: &mut Call<'_, '_>) -> Outcome<Val> {
    joined(call, 0, 1)
}

pub(super) fn join_with(call: &mut Call<'_, '_>) -> Outcome<Val> {
    joined(call, 1, 0)
}

fn joined(call: &Call<'_, '_>, sequence: usize, separator: usize) -> Outcome<Val> {
    let separator = call.text(separator)?;
    let mut cursor = call.cursor(sequence)?;
    let mut out = String::new();
    let mut is_first = true;
    while let Some(item) = cursor.next(call.run)? {
        if !is_first {
            out.push_str(&separator);
        }
        is_first = false;
        let text = str_delegate(call, &item)?;
        call.run.allocate(separator.as_str().len() + text.as_str().len())?;
        out.push_str(&text);
    }
    new_text(call.run, out)
}
