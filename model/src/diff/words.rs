//! Schemas without their words: what is the same but for descriptions, examples and support statuses.
//!
//! Something that went, and something that came and is the same but for that, is taken for one thing with another name.

use indexmap::IndexMap;
use serde_json::Value as Json;

use crate::{AttributeSchema, NestedSchema, PropertySchema, ResourceType, SupportStatus};

/// Whether two types differ in nothing but name, words and status. Types that say nothing of properties and attributes
/// are not taken for the same.
pub(super) fn same_type(left: &ResourceType, right: &ResourceType) -> bool {
    let says_nothing = left.properties.is_empty() && left.attributes.is_empty();
    // Names are quick to compare, and tell almost all types apart.
    !says_nothing && left.properties.keys().eq(right.properties.keys()) && bare_type(left) == bare_type(right)
}

/// Whether two properties differ in nothing but words and status.
pub(super) fn same_property(left: &PropertySchema, right: &PropertySchema) -> bool {
    bare(left) == bare(right)
}

/// Whether two attributes differ in nothing but words and status. Attributes that say nothing are not taken for the same.
pub(super) fn same_attribute(left: &AttributeSchema, right: &AttributeSchema) -> bool {
    left.attribute_type.is_some() && bare_attribute(left) == bare_attribute(right)
}

fn bare_type(schema: &ResourceType) -> ResourceType {
    ResourceType {
        name: String::new(),
        description: None,
        support_status: SupportStatus::default(),
        python_class: None,
        properties: bare_members(&schema.properties),
        update_policy: bare_members(&schema.update_policy),
        attributes: schema
            .attributes
            .iter()
            .map(|(name, each)| (name.clone(), bare_attribute(each)))
            .collect(),
        examples: Vec::new(),
        accepted_findings: Vec::new(),
        ..schema.clone()
    }
}

fn bare_members(members: &IndexMap<String, PropertySchema>) -> IndexMap<String, PropertySchema> {
    members.iter().map(|(name, member)| (name.clone(), bare(member))).collect()
}

fn bare(schema: &PropertySchema) -> PropertySchema {
    let mut plain = schema.clone();
    plain.description = None;
    plain.support_status = SupportStatus::default();
    plain.constraints.iter_mut().for_each(|constraint| constraint.description = None);
    plain.schema = plain.schema.map(|nested| match nested {
        NestedSchema::Item(item) => NestedSchema::Item(Box::new(bare(&item))),
        NestedSchema::Members(members) => NestedSchema::Members(bare_members(&members)),
    });
    plain
}

fn bare_attribute(schema: &AttributeSchema) -> AttributeSchema {
    AttributeSchema { description: None, support_status: SupportStatus::default(), ..schema.clone() }
}

/// Data of a schema without the sentences in it: descriptions, and the messages of statuses.
#[must_use]
pub fn without_words(data: &Json) -> Json {
    let is_sentence = |key: &str, value: &Json| matches!(key, "description" | "message") && value.is_string();
    match data {
        Json::Object(entries) => entries
            .iter()
            .filter(|(key, value)| !is_sentence(key, value))
            .map(|(key, value)| (key.clone(), without_words(value)))
            .collect(),
        Json::Array(items) => items.iter().map(without_words).collect(),
        plain => plain.clone(),
    }
}
