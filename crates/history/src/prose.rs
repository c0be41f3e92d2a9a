//! Removal of everything that people write about a schema: descriptions, keywords, examples, the messages of support statuses,
//! the effects of updates, what services do with a resource, and accepted findings. The facts about Heat remain.

use heat_model::steps::step;
use heat_model::{
    AttributeSchema, NestedSchema, PropertySchema, ResourceType, StatusEntry, SupportStatus, Value,
};
use indexmap::IndexMap;

/// Extent to which a schema is reduced, besides its prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// All facts stay as they are written.
    Facts,
    /// A support status that has the same meaning as an empty one becomes empty.
    ShortestFacts,
    /// The support statuses are removed as well, and properties and fields are sorted: two items are equal if they only have
    /// different names.
    Identity,
}

impl Reduction {
    /// Reduces a type.
    pub fn of_type(self, schema: &mut ResourceType) {
        schema.description = None;
        schema.keywords.clear();
        schema.examples.clear();
        schema.accepted_findings.clear();
        schema.clear_keys_beside_heat();
        self.of_status(&mut schema.support_status);
        self.of_members(&mut schema.properties);
        self.of_members(&mut schema.update_policy);
        schema.attributes.values_mut().for_each(|attribute| self.of_attribute(attribute));
    }

    /// Reduces a property, including nested properties.
    pub fn of_property(self, property: &mut PropertySchema) {
        step();
        property.description = None;
        property.update_effect = None;
        self.of_status(&mut property.support_status);
        property.constraints.iter_mut().for_each(|constraint| constraint.description = None);
        match &mut property.schema {
            Some(NestedSchema::Item(item)) => self.of_property(item),
            Some(NestedSchema::Members(members)) => self.of_members(members),
            None => {}
        }
    }

    /// Reduces an attribute.
    pub fn of_attribute(self, attribute: &mut AttributeSchema) {
        step();
        attribute.description = None;
        attribute.example = None;
        self.of_status(&mut attribute.support_status);
    }

    fn of_members(self, members: &mut IndexMap<String, PropertySchema>) {
        members.values_mut().for_each(|member| self.of_property(member));
        if self == Self::Identity {
            members.sort_unstable_keys();
        }
    }

    /// Reduces a support status.
    pub fn of_status(self, status: &mut SupportStatus) {
        if self == Self::Identity {
            *status = SupportStatus::default();
        }
        status.history.iter_mut().for_each(|entry| entry.message = None);
        // An empty history also means always SUPPORTED.
        if self == Self::ShortestFacts && status.history.iter().eq([&StatusEntry::default()]) {
            status.history.clear();
        }
    }
}

/// Returns schema data without descriptions and status messages.
#[must_use]
pub fn without_prose(data: &Value) -> Value {
    let is_sentence =
        |key: &str, value: &Value| matches!(key, "description" | "message") && value.as_str().is_some();
    match data {
        Value::Map(entries) => entries
            .iter()
            .filter(|(key, value)| !is_sentence(key, value))
            .map(|(key, value)| (key.clone(), without_prose(value)))
            .collect(),
        Value::List(items) => items.iter().map(without_prose).collect(),
        plain => plain.clone(),
    }
}

/// Removes what changes of a property cost, and of the properties in it.
pub fn remove_update_effects(property: &mut PropertySchema) {
    property.update_effect = None;
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => remove_update_effects(item),
        Some(NestedSchema::Members(members)) => members.values_mut().for_each(remove_update_effects),
        None => {}
    }
}
