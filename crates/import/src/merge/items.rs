//! Items of lists and entries of maps in two versions of a file.

use heat_schema_text::item::Item;

/// The entries of a map, in order.
pub(super) type Entries = [(String, Item)];

pub(super) fn get<'i>(entries: &'i Entries, key: &str) -> Option<&'i Item> {
    entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

/// Returns whether two items of a list are likely two versions of the same item.
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
