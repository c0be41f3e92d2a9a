//! A registry, which is its entries.

use heat_model::Value;
use indexmap::IndexMap;

use super::item::{Info, Item, Level, no_attribute};
use super::wildcards::{Wildcards, is_wildcard};
use crate::Exception;

/// What resource types stand for.
#[derive(Debug, Clone)]
pub struct Registry {
    pub(super) items: Level,
    /// Made when it is needed.
    pub(super) wildcards: Option<Wildcards>,
}

/// Without mappings, every type stands for itself.
impl Default for Registry {
    fn default() -> Self {
        let items = IndexMap::from([(Registry::RESOURCES.to_owned(), Item::Level(IndexMap::new()))]);
        Self { items, wildcards: None }
    }
}

impl Registry {
    /// The key of what concerns single resources.
    pub const RESOURCES: &'static str = "resources";

    /// The registry as data, as Heat stores it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        level_value(&self.items)
    }

    /// The wildcards that apply to a type, in the order of the registry.
    ///
    /// # Errors
    /// A key that ends with `*` has something else than a mapping.
    pub(super) fn wildcards(&mut self, resource_type: &str) -> Result<Vec<&Info>, Exception> {
        let wildcards = self.wildcards.get_or_insert_with(|| Wildcards::of(&self.items));
        if let Some(class) = wildcards.odd {
            return Err(no_attribute(class, "matches"));
        }
        let items =
            wildcards.matching(resource_type).into_iter().filter_map(|place| self.items.get_index(place));
        let mappings = items.filter_map(|(_, item)| match item {
            // It does not apply to its own target, so that many types can stand for one.
            Item::Info(info) if info.value != resource_type => Some(info),
            _ => None,
        });
        Ok(mappings.collect())
    }

    /// Forgets the index if an entry with this key changes it. A new entry comes last, so it moves no other.
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
