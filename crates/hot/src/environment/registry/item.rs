//! What a registry consists of.

use heat_model::Value;
use indexmap::IndexMap;

use super::super::location::EntryLocation;
use crate::Exception;
use crate::fault::{Problem, PythonClass};

/// Entries by key.
pub(super) type Level = IndexMap<String, Item>;

/// The value of a key.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// More entries, under `resources` or any other key with a map.
    Level(Level),
    /// A mapping.
    Info(Info),
    /// Hooks or restricted actions: a word or a list of words.
    Words(Value),
}

/// A mapping.
#[derive(Debug, Clone)]
pub(super) struct Info {
    /// The keys that lead to it, where it was written.
    pub(super) path: Vec<String>,
    pub(super) kind: Kind,
    /// The type or the template.
    pub(super) value: String,
    pub(super) place: Option<EntryLocation>,
}

/// The kinds of mappings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Template,
    Map,
    Glob,
}

impl Info {
    /// A mapping of the last key of a path.
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

    /// What the name of a wildcard has before its `*`.
    pub(super) fn prefix(&self) -> &str {
        let name = self.name();
        name.strip_suffix('*').unwrap_or(name)
    }

    /// The name of Heat's class.
    pub(super) fn class(&self) -> &'static str {
        match self.kind {
            Kind::Template => "TemplateResourceInfo",
            Kind::Map => "MapResourceInfo",
            Kind::Glob => "GlobResourceInfo",
        }
    }
}

impl Item {
    /// The name of the class that Python gives it.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Level(_) => "dict",
            Self::Info(info) => info.class(),
            Self::Words(words) => heat_model::python::type_name(words),
        }
    }
}

/// Whether a type is the name of a template.
#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "Heat compares the case")]
pub(crate) fn is_template_name(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".template")
}

/// What `in` raises for an object of a class.
pub(super) fn not_iterable(class: &str) -> Exception {
    Exception::type_error(Problem::InvalidRegistry, format!("argument of type '{class}' is not iterable"))
}

/// What reading an attribute raises that a class does not have.
pub(super) fn no_attribute(class: &str, attribute: &str) -> Exception {
    let message = format!("'{class}' object has no attribute '{attribute}'");
    Exception::Python(Problem::InvalidRegistry, PythonClass::AttributeError, message)
}
