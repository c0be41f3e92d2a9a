//! Loading a registry from the section `resource_registry`.

use std::sync::Arc;

use heat_model::{Value, python};
use heat_yaml::{Node, Source, Span, Value as Yaml};

use super::super::location::EntryLocation;
use super::super::merged_section::{MergedSection, SectionEntry};
use super::entries::Registry;
use super::hooks;
use super::item::{Info, Item, Kind, Level, no_attribute};
use crate::fault::Problem;
use crate::plain::{key_of, node_of, plain_value};
use crate::{Exception, Fault};

/// The keys that lead to an entry.
struct Path {
    keys: Vec<String>,
    /// The first key that is not a string: its position, and the name of its class.
    odd: Option<(usize, &'static str)>,
}

impl Path {
    fn with(&self, key: &Node) -> Self {
        let mut keys = self.keys.clone();
        let odd = self.odd.or_else(|| {
            let class = python::type_name(&plain_value(key));
            (class != "str").then_some((keys.len(), class))
        });
        keys.push(key_of(key));
        Self { keys, odd }
    }

    /// The error that Heat raises while it formats a message about the entry, if not all keys are strings.
    fn check(&self) -> Result<(), Exception> {
        self.odd.map_or(Ok(()), |(index, class)| {
            let message = format!("sequence item {index}: expected str instance, {class} found");
            Err(Exception::type_error(Problem::InvalidRegistry, message))
        })
    }
}

impl Registry {
    /// Loads a registry from the merged section. Entries with errors are left out.
    pub(in super::super) fn load(section: &MergedSection, faults: &mut Vec<Fault>) -> Self {
        let mut registry = Self::default();
        match section {
            MergedSection::Nothing => {}
            MergedSection::Map(entries) => {
                let path = Path { keys: Vec::new(), odd: None };
                for entry in entries.values() {
                    registry.load_entry(&path, entry, faults);
                }
            }
            MergedSection::Other(source, node) => {
                let location = EntryLocation::of(source, node, node);
                let exception =
                    Exception::attribute_error(Problem::InvalidRegistry, &plain_value(node), "items");
                faults.push(location.fault(exception));
            }
        }
        registry
    }

    /// Loads another section into this registry. It is not part of any text.
    ///
    /// # Errors
    /// The first error in the section.
    pub(crate) fn add(&mut self, source: &Arc<Source>, section: &Value) -> Result<(), Exception> {
        let Some(mapping) = section.as_map() else {
            return Err(Exception::attribute_error(Problem::InvalidRegistry, section, "items"));
        };
        let (path, mut faults) = (Path { keys: Vec::new(), odd: None }, Vec::new());
        let span = Span::default();
        for (key, value) in mapping {
            let key = node_of(&Value::from(key.as_str()), span);
            let entry = SectionEntry { source: Arc::clone(source), key, value: node_of(value, span) };
            self.load_entry(&path, &entry, &mut faults);
        }
        faults.into_iter().next().map_or(Ok(()), |fault| Err(fault.exception))
    }

    fn load_entry(&mut self, path: &Path, entry: &SectionEntry, faults: &mut Vec<Fault>) {
        let path = &path.with(&entry.key);
        let name = entry.key.as_str();
        if entry.value.is_null() {
            match path.check() {
                Ok(()) => self.remove(&path.keys),
                Err(exception) => faults.push(entry.location().fault(exception)),
            }
            return;
        }
        if let Some(name) = name {
            let words = plain_value(&entry.value);
            match hooks::check(name, &words) {
                Some(Ok(())) => return self.register(&path.keys, Item::Words(words)),
                Some(Err(exception)) => return faults.push(entry.location().fault(exception)),
                None => {}
            }
        }
        if let Yaml::Mapping(mapping) = &entry.value.value {
            for inner in mapping {
                let source = Arc::clone(&entry.source);
                let inner = SectionEntry { source, key: inner.key.clone(), value: inner.value.clone() };
                self.load_entry(path, &inner, faults);
            }
            return;
        }
        match info(path, entry) {
            Ok(info) => self.register(&path.keys, Item::Info(info)),
            Err(exception) => faults.push(entry.location().fault(exception)),
        }
    }

    pub(super) fn register(&mut self, path: &[String], item: Item) {
        if let Some(key) = path.first() {
            self.changes_at(key);
        }
        if let (Some(name), Some(level)) = (path.last(), level_of(&mut self.items, path)) {
            level.insert(name.clone(), item);
        }
    }

    /// Removes an entry that was added before, or all mappings that match a wildcard.
    fn remove(&mut self, path: &[String]) {
        self.wildcards = None;
        let (Some(name), Some(level)) = (path.last(), level_of(&mut self.items, path)) else { return };
        match name.strip_suffix('*') {
            Some(prefix) => {
                level.retain(|name, item| !(matches!(item, Item::Info(_)) && name.starts_with(prefix)));
            }
            None => _ = level.shift_remove(name),
        }
    }
}

/// The level that a path without its last key leads to; it is created if it does not exist.
fn level_of<'l>(level: &'l mut Level, path: &[String]) -> Option<&'l mut Level> {
    let [key, rest @ ..] = path else { return None };
    if rest.is_empty() {
        return Some(level);
    }
    match level.entry(key.clone()).or_insert_with(|| Item::Level(Level::new())) {
        Item::Level(next) => level_of(next, rest),
        _ => None,
    }
}

fn info(path: &Path, entry: &SectionEntry) -> Result<Info, Exception> {
    let value = plain_value(&entry.value);
    if entry.key.as_str().is_none() {
        return Err(Exception::attribute_error(
            Problem::InvalidRegistry,
            &plain_value(&entry.key),
            "endswith",
        ));
    }
    let info = Info::new(path.keys.clone(), value.as_str().unwrap_or_default(), Some(entry.location()));
    path.check()?;
    if info.kind != Kind::Template && !matches!(value, Value::String(_)) {
        // Heat expects the class of a plug-in here.
        return Err(no_attribute(python::type_name(&value), "support_status"));
    }
    Ok(info)
}
