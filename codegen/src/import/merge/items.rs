//! Items of lists and entries of maps, as two states of a file have them.

use crate::yaml_text::item::Item;

/// What a map has, in order.
pub(super) type Entries = [(String, Item)];

pub(super) fn get<'i>(entries: &'i Entries, key: &str) -> Option<&'i Item> {
    entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

/// Whether two items of a list are likely two states of the same thing.
pub(super) fn alike(old: &Item, new: &Item) -> bool {
    let (Item::Map(old, _), Item::Map(new, _)) = (old, new) else { return false };
    let same = |key: &str| get(old, key) == get(new, key);
    let has = |key: &str| get(old, key).is_some() || get(new, key).is_some();
    if has("translation_path") {
        same("rule") && same("translation_path")
    } else if has("status") || has("version") {
        same("status") || same("version")
    } else {
        // A constraint or a group of the same kind.
        old.first().map(|(key, _)| key) == new.first().map(|(key, _)| key)
    }
}
