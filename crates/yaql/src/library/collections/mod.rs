//! Lists, dictionaries and sets.

pub(super) mod dicts;
mod editing;
pub(super) mod lists;
pub(super) mod sets;
