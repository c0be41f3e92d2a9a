//! The resource registry: what resource types stand for, and the hooks and restricted actions of resources.
//!
//! A registry maps a type to another type or to a template; `Prefix::*` stands for all types that begin so. Under `resources`
//! it has the same for a single resource, by its name. Three things surprise, and are as in Heat:
//!
//! - A wildcard goes before the exact name, and the shorter wildcard before the longer one: entries that apply are tried in the
//!   order of their characters, and `*` comes before letters.
//! - Patterns under `resources` only apply to hooks and restricted actions, not to mappings.
//! - A mapping for one resource applies to all resources that are looked up after it ([`Registry::resolve`]).

mod hooks;
pub(crate) mod installed;
mod item;
pub(super) mod load;
mod lookup;
mod nested;
#[cfg(test)]
mod tests;
mod wildcards;

use heat_model::Value;
use indexmap::IndexMap;

use super::Place;
pub use hooks::{Hook, RestrictedAction};
use item::{Item, Level};
use wildcards::Wildcards;

/// What resource types stand for.
#[derive(Debug, Clone)]
pub struct Registry {
    items: Level,
    /// Made when it is needed.
    wildcards: Option<Wildcards>,
}

/// Without mappings, every type stands for itself.
impl Default for Registry {
    fn default() -> Self {
        let items = IndexMap::from([(Registry::RESOURCES.to_owned(), Item::Level(IndexMap::new()))]);
        Self { items, wildcards: None }
    }
}

/// What a resource type stands for.
#[derive(Debug, Clone)]
pub enum Resolution {
    /// A resource type that Heat has.
    Type(String),
    /// A nested template.
    Template {
        /// The entry of the registry that says so; the type itself, if it is the name of a template.
        name: String,
        /// The name of the template.
        path: String,
        /// Where the entry stands; none if the type is the name of a template, or the registry Heat's own.
        place: Option<Place>,
    },
}

impl Registry {
    /// The key of what concerns single resources.
    pub const RESOURCES: &'static str = "resources";

    /// The registry as data, as Heat stores it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        level_value(&self.items)
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
