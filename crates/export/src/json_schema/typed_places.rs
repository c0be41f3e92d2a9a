//! The values in the properties of a type where a map must be a call.
//!
//! A map with the name of a function that the template's version does not have is data, so it is not an error where any data is
//! allowed.

use heat_model::{PropertySchema, PropertyType, ResourceType};
use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::definition_names;

/// The definitions for calls in some template versions.
pub(super) struct Calls {
    /// The reference to the requirements on a value that may be a call.
    pub(super) call: String,
    /// The reference to the requirements on a value in which every map must be a call or have a schema.
    pub(super) typed: String,
}

/// The maps in a value that must be calls.
enum MapRule {
    /// All maps without a schema.
    Typed,
    /// No map.
    Free,
    /// Only the value itself, if it is a map.
    Shallow,
    /// The maps to which the contained schema applies.
    Mixed(Json),
}

/// Returns whether every map in the properties of a type must be a call or have a schema.
pub(super) fn is_typed(schema: &ResourceType) -> bool {
    let nothing = Calls { call: String::new(), typed: String::new() };
    !accepts_anything(schema) && matches!(nothing.members(&schema.properties), MapRule::Typed)
}

/// Returns whether Heat accepts any properties for a type: the type declares so, or is a placeholder.
pub(super) fn accepts_anything(schema: &ResourceType) -> bool {
    schema.any_property || schema.is_placeholder()
}

impl Calls {
    /// The requirements on the properties of a type in which only some maps must be calls; `None` if all or no maps must be.
    pub(super) fn in_properties(&self, schema: &ResourceType) -> Option<Json> {
        match self.members(&schema.properties) {
            MapRule::Mixed(mixed) if !accepts_anything(schema) => Some(mixed),
            _ => None,
        }
    }

    /// The rule for a value that is a call, or whose parts satisfy these keywords.
    fn unless_call(&self, parts: &Json) -> MapRule {
        MapRule::Mixed(
            json!({"if": {"$ref": definition_names::IS_CALL}, "then": {"$ref": self.call}, "else": parts}),
        )
    }

    /// The rule for a map with these properties. The names are patterns, because editors would otherwise offer the properties.
    fn members(&self, schemas: &IndexMap<String, PropertySchema>) -> MapRule {
        let (mut free, mut shallow, mut own) = (Vec::new(), Vec::new(), Map::new());
        for (name, schema) in schemas {
            match self.place(schema) {
                MapRule::Typed => {}
                MapRule::Free => free.push(pattern::literal(name)),
                MapRule::Shallow => shallow.push(pattern::literal(name)),
                MapRule::Mixed(mixed) => _ = own.insert(format!("^{}$", pattern::literal(name)), mixed),
            }
        }
        for (names, content) in [(free, json!(true)), (shallow, json!({"$ref": self.call}))] {
            if !names.is_empty() {
                own.insert(format!("^(?:{})$", names.join("|")), content);
            }
        }
        if own.is_empty() {
            return MapRule::Typed;
        }
        self.unless_call(&json!({"patternProperties": own, "additionalProperties": {"$ref": self.typed}}))
    }

    fn place(&self, schema: &PropertySchema) -> MapRule {
        match schema.property_type {
            PropertyType::Any => MapRule::Free,
            PropertyType::Map => match schema.members().filter(|members| !members.is_empty()) {
                Some(members) => self.members(members),
                None => MapRule::Free,
            },
            PropertyType::List => match schema.item().map(|item| self.place(item)) {
                Some(MapRule::Typed) => MapRule::Typed,
                Some(MapRule::Mixed(mixed)) => self.unless_call(&json!({"items": mixed})),
                Some(MapRule::Shallow) => self.unless_call(&json!({"items": {"$ref": self.call}})),
                Some(MapRule::Free) | None => MapRule::Shallow,
            },
            _ => MapRule::Typed,
        }
    }
}
