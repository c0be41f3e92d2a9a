//! Replacing parts of a text.

use super::{new_text, str_delegate};
use crate::data::Val;
use crate::error::{Outcome, too_much_memory};
use crate::run::Call;

/// Maximum length of a text, in bytes.
const MAX_LENGTH: usize = 1 << 22;

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
