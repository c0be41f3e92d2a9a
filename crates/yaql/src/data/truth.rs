//! Truth values, as in Python.

use super::Val;
use crate::error::{Outcome, undecided};

/// Python's `bool(value)`.
///
/// # Errors
/// If the value is unknown.
pub(crate) fn is_true(value: &Val) -> Outcome<bool> {
    Ok(match value {
        Val::Unknown => return Err(undecided()),
        Val::Null => false,
        Val::Bool(bool) => *bool,
        Val::Int(int) => !int.is_zero(),
        Val::Float(float) => *float != 0.0,
        Val::Str(text) => !text.is_empty(),
        Val::List(list) => !list.items.is_empty(),
        Val::Dict(dict) => !dict.entries.is_empty(),
        Val::Set(set) => !set.items.is_empty(),
        Val::View(view) => !view.dict.entries.is_empty(),
        Val::TimeSpan(span) => span.micros() != 0,
        _ => true,
    })
}
