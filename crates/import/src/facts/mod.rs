//! The facts of resource types, read from JSON into the model.
//!
//! There are two formats: the output of `introspect.py`, in which each type has its facts (`{"types": {name: {…}}}`), and the
//! recordings of released Heats, which are a plain list of types, each with a list that contains its facts (`{name: [{…}]}`). A
//! problem in one type never hides the others.

mod reader;
mod shown;
mod types;

use std::collections::BTreeSet;
use std::sync::Arc;

use heat_history::prose::Reduction;
use heat_model::SchemaPath;
use heat_model::resource_type::is_type_name;
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;
use reader::Reader;
use serde_json::Value;

use super::type_facts::TypeFacts;
use crate::constraint_facts::ConstraintFacts;

pub(crate) use shown::{Answer, answers};

/// Treatment of the texts of Heat's authors in an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descriptions {
    /// Import descriptions and the messages of support statuses.
    Keep,
    /// Only import facts, without texts.
    Drop,
}

/// The facts of all types.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The Heat release that the facts come from, if known.
    pub heat_version: Option<String>,
    /// The types, sorted by name.
    pub types: IndexMap<String, TypeFacts>,
    /// The custom constraints that plug-ins register.
    pub constraints: IndexMap<String, ConstraintFacts>,
    /// The types that exist, but whose facts could not be read.
    pub unread: BTreeSet<String>,
    /// All problems in the facts.
    pub diagnostics: Vec<Diagnostic>,
}

impl Facts {
    /// Reads facts from JSON. `file` is the file name in messages.
    #[must_use]
    pub fn read(file: &str, json: &str, descriptions: Descriptions) -> Self {
        Self::read_of_module(file, None, json, descriptions)
    }

    /// Reads the facts of a module in Python, whose lines are shown in messages.
    #[must_use]
    pub fn read_of_module(
        file: &str,
        module: Option<&Arc<Source>>,
        json: &str,
        descriptions: Descriptions,
    ) -> Self {
        let mut facts = Self::default();
        let mut reader = Reader::new(file, module);
        match serde_json::from_str(json) {
            Ok(document) => facts.document(&mut reader, &document),
            Err(error) => reader.error(format!("not JSON: {error}")),
        }
        facts.diagnostics = reader.diagnostics;
        facts.types.sort_unstable_keys();
        resolve_substitutes(&mut facts.types);
        if descriptions == Descriptions::Drop {
            facts.types.values_mut().for_each(|facts| Reduction::ShortestFacts.of_type(&mut facts.schema));
        }
        facts
    }

    fn document(&mut self, reader: &mut Reader<'_>, document: &Value) {
        let root = SchemaPath::root();
        let Some(map) = document.as_object() else {
            reader.error("expected an object with resource types");
            return;
        };
        if let Some(types) = map.get("types") {
            self.heat_version = map.get("heat_version").and_then(Value::as_str).map(str::to_owned);
            let Some(types) = reader.object(&root.join("types"), types) else { return };
            for (name, value) in types {
                self.resource_type(reader, name, value);
            }
            self.load_errors(reader, map.get("errors"));
        } else {
            for (name, value) in map {
                match value.as_array().map(Vec::as_slice) {
                    Some([value]) => self.resource_type(reader, name, value),
                    _ => reader.error(format!("`{name}` should be a list with the facts of the type")),
                }
            }
        }
        if self.types.is_empty() && reader.diagnostics.is_empty() {
            reader.error("it contains no resource types");
        }
    }

    fn resource_type(&mut self, reader: &mut Reader<'_>, name: &str, value: &Value) {
        if !is_type_name(name) {
            reader.error(format!("`{name}` is not a valid resource type name"));
            return;
        }
        let before = reader.errors();
        match types::resource_type(reader, name, value) {
            Some(facts) if reader.errors() == before => {
                self.types.insert(name.to_owned(), facts);
            }
            // If only some of the facts were used, the others would look as if they had been removed.
            _ => {
                self.unread.insert(name.to_owned());
            }
        }
    }

    /// The errors of the introspection in Heat.
    fn load_errors(&mut self, reader: &mut Reader<'_>, errors: Option<&Value>) {
        for error in errors.and_then(Value::as_array).into_iter().flatten() {
            let text = |key: &str| error.get(key).and_then(Value::as_str);
            let cause = text("error").unwrap_or("for an unknown reason");
            if let (Some(name), Some(part)) = (text("type"), text("part")) {
                let part = if part.contains('.') {
                    format!("`{name}.{part}`")
                } else {
                    format!("the {} of `{name}`", part.replace('_', " "))
                };
                let line = text("line").and_then(|line| line.parse().ok());
                match text("stand_in") {
                    Some(path) => reader.rests_on_stand_in(&part, path, line),
                    None => reader.error_in_line(format!("{part} could not be read: {cause}"), line),
                }
            } else if let Some(name) = text("type") {
                self.unread.insert(name.to_owned());
                reader.error(format!("`{name}` could not be read: {cause}"));
            } else {
                let place = text("module").or_else(|| text("entry_point")).unwrap_or("a part of Heat");
                reader.error(format!("`{place}` could not be loaded: {cause}"));
            }
        }
    }
}

/// Replaces Python classes, which some facts have as substitutes, with type names.
fn resolve_substitutes(types: &mut IndexMap<String, TypeFacts>) {
    let classes: Vec<(String, String)> = types
        .iter()
        .filter_map(|(name, facts)| Some((facts.schema.python_class.clone()?, name.clone())))
        .collect();
    for facts in types.values_mut() {
        for entry in &mut facts.schema.support_status.history {
            let Some(class) = entry.substitute_class.as_mut().filter(|class| !class.contains("::")) else {
                continue;
            };
            // The class can be named by its full path, or by its bare name if only one type has a class with that name.
            let mut named = classes
                .iter()
                .filter(|(path, _)| path == class || path.rsplit('.').next() == Some(class.as_str()));
            if let (Some((_, name)), None) = (named.next(), named.next()) {
                class.clone_from(name);
            }
        }
    }
}

#[cfg(test)]
mod tests;
