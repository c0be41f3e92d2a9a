//! The wildcards of a registry, indexed by prefix.
//!
//! A registry may have as many wildcards as fit into an environment, and they are looked up for each resource of a template.

use std::collections::{BTreeSet, HashMap};

use super::item::{Item, Kind, Level};

/// An index of the wildcards.
#[derive(Debug, Clone, Default)]
pub(super) struct Wildcards {
    /// Class of the first entry whose key ends with `*` but that is not a mapping: Heat fails on it.
    pub(super) odd: Option<&'static str>,
    /// Indices of the other wildcards among the entries, by prefix.
    places: HashMap<String, Vec<usize>>,
    /// The lengths of the prefixes.
    lengths: BTreeSet<usize>,
}

impl Wildcards {
    pub(super) fn of(items: &Level) -> Self {
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
    pub(super) fn matching(&self, resource_type: &str) -> Vec<usize> {
        let prefixes = self.lengths.iter().filter_map(|length| resource_type.get(..*length));
        let places = prefixes.filter_map(|prefix| self.places.get(prefix)).flatten();
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        places
    }
}

/// Whether a key is a wildcard.
pub(super) fn is_wildcard(name: &str) -> bool {
    name.ends_with('*')
}
