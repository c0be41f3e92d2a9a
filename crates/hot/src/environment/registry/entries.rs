//! The resource registry as a map of entries.

use heat_model::Value;
use indexmap::IndexMap;

use super::item::{Info, Item, Level, no_attribute};
use super::wildcards::{Wildcards, is_wildcard};
use crate::Exception;

/// Registry of replacements for resource types.
#[derive(Debug, Clone)]
pub struct Registry {
    pub(super) items: Level,
    /// Index of the wildcards, created when it is needed.
    pub(super) wildcards: Option<Wildcards>,
}

/// The empty registry, in which every type is its own replacement.
impl Default for Registry {
    fn default() -> Self {
        let items = IndexMap::from([(Registry::RESOURCES.to_owned(), Item::Level(IndexMap::new()))]);
        Self { items, wildcards: None }
    }
}

impl Registry {
    /// The key for entries about single resources.
    pub const RESOURCES: &'static str = "resources";

    /// The registry as data, in the form in which Heat stores it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        level_value(&self.items)
    }

    /// The wildcards that apply to a type, in the order of the registry.
    ///
    /// # Errors
    /// A key that ends with `*` has a value that is not a mapping.
    pub(super) fn wildcards(&mut self, resource_type: &str) -> Result<Vec<&Info>, Exception> {
        let wildcards = self.wildcards.get_or_insert_with(|| Wildcards::of(&self.items));
        if let Some(class) = wildcards.odd {
            return Err(no_attribute(class, "matches"));
        }
        let items =
            wildcards.matching(resource_type).into_iter().filter_map(|place| self.items.get_index(place));
        let mappings = items.filter_map(|(_, item)| match item {
            // A wildcard does not apply to its own target, so that one type can replace many.
            Item::Info(info) if info.value != resource_type => Some(info),
            _ => None,
        });
        Ok(mappings.collect())
    }

    /// Discards the index if an entry with this key affects it. A new entry is added at the end, so it does not move any other.
    pub(super) fn changes_at(&mut self, key: &str) {
        if is_wildcard(key) {
            self.wildcards = None;
        }
    }
}

fn level_value(level: &Level) -> Value {
    let entries = level.iter().map(|(key, item)| {
        let value = match item {
            Item::Level(level) => level_value(level),
            Item::Info(info) => Value::from(info.value.as_str()),
            Item::Words(words) => words.clone(),
        };
        (key.clone(), value)
    });
    entries.collect()
}
