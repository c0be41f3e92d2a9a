//! The differences between two schemas, formatted for people.

use std::fmt;

use heat_model::SchemaPath;
use heat_schema_text::emit::flow;
use heat_schema_text::item::Item;

use super::items::alike;
use super::sequence::{Step, steps};

/// The maximum number of characters of a value to show.
const MAX_CHARACTERS: usize = 160;

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The entry was added.
    New,
    /// The value of the entry changed.
    Changed,
    /// The entry was removed.
    Gone,
}

impl Change {
    /// The name of the change.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Gone => "gone",
        }
    }
}

/// A difference between two schemas.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The difference's path, such as `properties.networks.schema.*.required`.
    pub path: SchemaPath,
    /// The kind of the change.
    pub change: Change,
    /// The value, or the old and the new one; empty for an entry that is identified by its name.
    pub text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8} {}", self.change.as_str(), self.path)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, ": {}", self.text) }
    }
}

/// All differences between two schemas, sorted by path.
pub(crate) fn differences(old: &[(String, Item)], new: &[(String, Item)]) -> Vec<Difference> {
    let mut found = Vec::new();
    compare_maps(&SchemaPath::root(), old, new, &mut found);
    found.sort();
    found
}

fn compare(path: &SchemaPath, old: &Item, new: &Item, found: &mut Vec<Difference>) {
    match (old, new) {
        (Item::Map(old, _), Item::Map(new, _)) => compare_maps(path, old, new, found),
        (Item::List(old, _), Item::List(new, _)) => compare_lists(path, old, new, found),
        _ if old == new => {}
        _ => push(found, path, Change::Changed, &format!("{} → {}", flow(old), flow(new))),
    }
}

fn compare_maps(
    path: &SchemaPath,
    old: &[(String, Item)],
    new: &[(String, Item)],
    found: &mut Vec<Difference>,
) {
    let get = |map: &'_ [(String, Item)], key: &str| map.iter().position(|(known, _)| known == key);
    for (key, old) in old {
        match get(new, key) {
            Some(place) => compare(&path.join(key), old, &new[place].1, found),
            None => push(found, &path.join(key), Change::Gone, &value_text(old)),
        }
    }
    for (key, new) in new.iter().filter(|(key, _)| get(old, key).is_none()) {
        push(found, &path.join(key), Change::New, &value_text(new));
    }
}

fn compare_lists(path: &SchemaPath, old: &[Item], new: &[Item], found: &mut Vec<Difference>) {
    let steps = steps(old, new, alike);
    // For lists of plain values, such as allowed values, all added values are reported together, and all removed ones.
    if old.iter().chain(new).all(|item| matches!(item, Item::Literal(_) | Item::Text(..))) {
        let gone = steps
            .iter()
            .filter_map(|step| if let Step::Gone(at) = step { Some(flow(&old[*at])) } else { None });
        let added = steps
            .iter()
            .filter_map(|step| if let Step::New(to) = step { Some(flow(&new[*to])) } else { None });
        for (change, values) in [(Change::New, added.collect::<Vec<_>>()), (Change::Gone, gone.collect())] {
            if !values.is_empty() {
                push(found, path, change, &values.join(", "));
            }
        }
        return;
    }
    for step in steps {
        match step {
            Step::Same(..) => {}
            Step::Changed(at, to) => compare(&path.join(to), &old[at], &new[to], found),
            Step::Gone(at) => push(found, path, Change::Gone, &flow(&old[at])),
            Step::New(to) => push(found, path, Change::New, &flow(&new[to])),
        }
    }
}

/// A property or an attribute is identified by its name; anything else is shown as a value.
fn value_text(item: &Item) -> String {
    match item {
        Item::Map(..) => String::new(),
        Item::List(..) | Item::Literal(_) | Item::Text(..) => flow(item),
    }
}

fn push(found: &mut Vec<Difference>, path: &SchemaPath, change: Change, text: &str) {
    let text = match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    found.push(Difference { path: path.clone(), change, text });
}
