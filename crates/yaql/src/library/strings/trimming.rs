//! Removing white space and other characters from the ends of a text.

use crate::data::{Text, Val};
use crate::error::Outcome;
use crate::run::Call;

/// Whether a character is white space in Python, which includes the four ASCII separators.
pub(super) fn is_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}')
}

fn is_removed(chars: Option<&Text>) -> impl Fn(char) -> bool + Copy {
    move |char| chars.map_or_else(|| is_space(char), |chars| chars.contains(char))
}

pub(super) fn trim(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_matches(is_removed(chars.as_ref()))))
}

pub(super) fn trim_left(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_start_matches(is_removed(chars.as_ref()))))
}

pub(super) fn trim_right(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let chars = call.optional_text(1)?;
    Ok(Val::text(call.text(0)?.trim_end_matches(is_removed(chars.as_ref()))))
}

pub(super) fn norm(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let Some(text) = call.optional_text(0)? else { return Ok(Val::Null) };
    let chars = call.optional_text(1)?;
    let trimmed = text.trim_matches(is_removed(chars.as_ref()));
    Ok(if trimmed.is_empty() { Val::Null } else { Val::text(trimmed) })
}

pub(super) fn is_empty(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let Some(text) = call.optional_text(0)? else { return Ok(Val::Bool(true)) };
    if !call.is_true(1)? {
        return Ok(Val::Bool(text.is_empty()));
    }
    let chars = call.optional_text(2)?;
    Ok(Val::Bool(text.trim_matches(is_removed(chars.as_ref())).is_empty()))
}
