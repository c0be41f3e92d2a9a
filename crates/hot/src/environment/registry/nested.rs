//! The registry of a nested stack.

use super::super::pattern;
use super::entries::Registry;
use super::item::{Info, Item, Kind, Level, no_attribute};
use super::resolution::Resolution;
use crate::Exception;
use crate::fault::Problem;

impl Registry {
    /// The registry of the stack that a resource creates. Its mappings under `resources` are those inside the entries that match
    /// the resource; the entry with the name of the resource comes last.
    ///
    /// # Errors
    /// `resources`, or an entry whose key matches, is not a map.
    pub fn nested(&self, resource_name: &str) -> Result<Self, Exception> {
        let mut nested = Self::default();
        for (key, item) in &self.items {
            nested.items.insert(key.clone(), reloaded(&mut vec![key.clone()], item));
        }
        let resources = match nested.items.get(Registry::RESOURCES) {
            Some(Item::Level(resources)) => resources,
            Some(other) => return Err(no_attribute(other.class(), "items")),
            None => return Ok(nested),
        };
        let mut kept = Level::new();
        let matching = resources.iter().filter(|(name, _)| pattern::matches(name, resource_name));
        for (_, item) in matching.chain(resources.get_key_value(resource_name)) {
            match item {
                Item::Level(level) => kept.extend(level.clone()),
                other => {
                    let message = format!("'{}' object is not iterable", other.class());
                    return Err(Exception::type_error(Problem::InvalidRegistry, message));
                }
            }
        }
        nested.items.insert(Registry::RESOURCES.to_owned(), Item::Level(kept));
        Ok(nested)
    }

    /// Removes the entry that led to the template of a resource, so that its type resolves to the type that the template
    /// replaces. If there is an entry for this resource alone, that one is removed.
    pub fn remove_template_of(&mut self, resource_name: &str, resolution: &Resolution) {
        let Resolution::Template { name, path, .. } = resolution else { return };
        if let Some(Item::Level(resources)) = self.items.get_mut(Registry::RESOURCES)
            && let Some(Item::Level(mappings)) = resources.get_mut(resource_name)
            && mappings.get(name).is_some_and(|item| is_template(item, path))
        {
            mappings.shift_remove(name);
        } else {
            self.remove_template(resolution);
        }
    }

    /// Removes the entry that led to a template, so that the type resolves to something else inside the template.
    pub fn remove_template(&mut self, resolution: &Resolution) {
        let Resolution::Template { name, path, .. } = resolution else { return };
        let is_it = |item: &Item| is_template(item, path);
        if self.items.get(name).is_some_and(is_it) {
            self.items.shift_remove(name);
            self.wildcards = None;
        }
    }
}

/// Returns whether an item is a mapping to the template at this path.
fn is_template(item: &Item, path: &str) -> bool {
    matches!(item, Item::Info(info) if info.kind == Kind::Template && info.value == *path)
}

/// The item after Heat has stored and loaded it. Remembered mappings become mappings of the keys under which they are stored.
fn reloaded(path: &mut Vec<String>, item: &Item) -> Item {
    match item {
        Item::Info(info) => Item::Info(Info::new(path.clone(), &info.value, info.place.clone())),
        Item::Words(words) => Item::Words(words.clone()),
        Item::Level(level) => {
            let mut entries = Level::new();
            for (key, item) in level {
                path.push(key.clone());
                entries.insert(key.clone(), reloaded(path, item));
                path.pop();
            }
            Item::Level(entries)
        }
    }
}
