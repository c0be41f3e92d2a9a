//! The wildcards of a registry, by what they have before their `*`.
//!
//! A registry may have as many as fit into an environment, and each resource of a template asks which of them apply.

use std::collections::{BTreeSet, HashMap};

use super::Registry;
use super::hooks::no_attribute;
use super::item::{Info, Item, Kind, Level};
use crate::Exception;

/// An index of the wildcards.
#[derive(Debug, Clone, Default)]
pub(super) struct Wildcards {
    /// The class of the first entry whose key ends with `*` and that is no mapping: Heat fails on it.
    odd: Option<&'static str>,
    /// The places of the others among the entries, by prefix.
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

    /// The places of those whose prefix a type has, in their order.
    fn matching(&self, resource_type: &str) -> Vec<usize> {
        let prefixes = self.lengths.iter().filter_map(|length| resource_type.get(..*length));
        let places = prefixes.filter_map(|prefix| self.places.get(prefix)).flatten();
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        places
    }
}

impl Registry {
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

fn is_wildcard(name: &str) -> bool {
    name.ends_with('*')
}
