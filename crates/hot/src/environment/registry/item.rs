//! The items of a registry: levels, mappings, hooks and restricted actions.

use heat_model::Value;
use indexmap::IndexMap;

use super::super::location::EntryLocation;
use crate::Exception;
use crate::fault::Problem;

/// Level of a registry: its entries by key.
pub(super) type Level = IndexMap<String, Item>;

/// Value of a key in the registry.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// A nested map of entries, under `resources` or any other key.
    Level(Level),
    /// A mapping of a type.
    Info(Info),
    /// Hooks or restricted actions: a word or a list of words.
    Words(Value),
}

/// A mapping of a type to another type or to a template.
#[derive(Debug, Clone)]
pub(super) struct Info {
    /// The keys that lead to the mapping, as it was written.
    pub(super) path: Vec<String>,
    pub(super) kind: Kind,
    /// Name of the other type or of the template.
    pub(super) value: String,
    pub(super) place: Option<EntryLocation>,
}

/// Kind of a mapping: to a template, from one type to another, or with a wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Template,
    Map,
    Glob,
}

impl Info {
    /// A mapping for the last key of the path.
    pub(super) fn new(path: Vec<String>, value: &str, place: Option<EntryLocation>) -> Self {
        let name = path.last().map_or("", String::as_str);
        let (kind, value) = if is_template_name(name) {
            (Kind::Template, name)
        } else if is_template_name(value) {
            (Kind::Template, value)
        } else if name.ends_with('*') {
            (Kind::Glob, value)
        } else {
            (Kind::Map, value)
        };
        let value = value.to_owned();
        Self { path, kind, value, place }
    }

    pub(super) fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// The part of a wildcard's name before the `*`.
    pub(super) fn prefix(&self) -> &str {
        let name = self.name();
        name.strip_suffix('*').unwrap_or(name)
    }

    /// The name of Heat's class for the mapping.
    pub(super) fn class(&self) -> &'static str {
        match self.kind {
            Kind::Template => "TemplateResourceInfo",
            Kind::Map => "MapResourceInfo",
            Kind::Glob => "GlobResourceInfo",
        }
    }
}

impl Item {
    /// The name of the item's class in Python.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Level(_) => "dict",
            Self::Info(info) => info.class(),
            Self::Words(words) => heat_model::python::type_name(words),
        }
    }
}

/// Returns whether the name of a type is that of a template.
#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "Heat compares the case")]
pub(crate) fn is_template_name(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".template")
}

/// The exception that Python's `in` raises for an object of this class.
pub(super) fn not_iterable(class: &str) -> Exception {
    Exception::type_error(Problem::InvalidRegistry, format!("argument of type '{class}' is not iterable"))
}

/// The exception for reading an attribute that the class does not have.
pub(super) fn no_attribute(class: &str, attribute: &str) -> Exception {
    Exception::no_attribute(Problem::InvalidRegistry, class, attribute)
}
