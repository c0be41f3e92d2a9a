//! The resource registry as a map of entries.

use std::collections::{BTreeSet, HashMap};

use heat_model::Value;
use indexmap::IndexMap;

use super::item::{Info, Item, Kind, Level, no_attribute};
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

/// Index of the wildcards of a registry, by prefix. There may be as many as fit into an environment, and they are looked up for each
/// resource of a template.
#[derive(Debug, Clone, Default)]
pub(super) struct Wildcards {
    /// Class of the first entry whose key ends with `*` but that is not a mapping: Heat fails on it.
    odd: Option<&'static str>,
    /// Indices of the other wildcards among the entries, by prefix.
    places: HashMap<String, Vec<usize>>,
    /// The lengths of the prefixes.
    lengths: BTreeSet<usize>,
}

impl Wildcards {
    fn of(items: &Level) -> Self {
        let mut wildcards = Self::default();
        for (place, (_, item)) in items.iter().enumerate().filter(|(_, (name, _))| is_wildcard(name)) {
            match item {
                Item::Info(info) if info.kind == Kind::Glob => {
                    let prefix = info.prefix();
                    wildcards.lengths.insert(prefix.len());
                    wildcards.places.entry(prefix.to_owned()).or_default().push(place);
                }
                Item::Info(_) => {}
                other => wildcards.odd = wildcards.odd.or(Some(other.class())),
            }
        }
        wildcards
    }

    /// The indices of the wildcards whose prefix the type has, in order.
    fn matching(&self, resource_type: &str) -> Vec<usize> {
        let prefixes = self.lengths.iter().filter_map(|length| resource_type.get(..*length));
        let places = prefixes.filter_map(|prefix| self.places.get(prefix)).flatten();
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        places
    }
}

/// Returns whether a key is a wildcard.
fn is_wildcard(name: &str) -> bool {
    name.ends_with('*')
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
