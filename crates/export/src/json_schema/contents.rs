//! Input for the JSON Schema of templates.

use heat_hot_language::HotVersion;
use heat_model::ResourceType;
use serde_json::{Value as Json, json};

use super::super::pattern;

/// Types, and other data from the catalogue, for the schema.
pub(in super::super) struct Contents<'a> {
    /// All types that a template may have, sorted by name. HIDDEN ones are accepted.
    pub(in super::super) types: Vec<&'a ResourceType>,
    /// `true` if editors also offer HIDDEN types and properties.
    pub(in super::super) offers_hidden: bool,
    /// The newest version that templates may declare.
    pub(in super::super) newest: HotVersion,
    /// The names of custom constraints.
    pub(in super::super) custom_constraints: Vec<&'a str>,
}

impl Contents<'_> {
    /// The names of the types that editors offer.
    pub(super) fn offered(&self) -> Vec<&str> {
        let offered = self.types.iter().filter(|schema| self.offers_hidden || !schema.is_hidden());
        offered.map(|schema| schema.name.as_str()).collect()
    }

    /// The schema of a type's name: a known type, a template, or a type that only an environment can define, which belongs to no
    /// known service.
    ///
    /// The names that editors offer are in an alternative that never matches, because editors would otherwise list all of them
    /// whenever they show the docs of a type.
    pub(super) fn type_name(&self) -> Json {
        let words = "The resource type, or the name or URL of a template that is used as one.";
        if self.types.is_empty() {
            return json!({"description": words, "type": "string"});
        }
        let one_of = |names: &mut dyn Iterator<Item = &str>| {
            let mut names: Vec<String> = names.map(pattern::literal).collect();
            names.dedup();
            names.join("|")
        };
        let known = one_of(&mut self.types.iter().map(|schema| schema.name.as_str()));
        let services = one_of(&mut self.types.iter().map(|schema| schema.service()));
        let mut any = vec![
            json!({
                "type": "string",
                "pattern": format!("^(?:{known})$"),
                "patternErrorMessage": "There is no such resource type.",
            }),
            json!({"type": "string", "pattern": r"\.(?:yaml|template)$"}),
            json!({"type": "string", "not": {"pattern": format!("^(?:{services})::")}}),
        ];
        let offered = self.offered();
        if !offered.is_empty() {
            any.push(json!({"enum": offered, "not": {}}));
        }
        json!({"anyOf": any})
    }
}
