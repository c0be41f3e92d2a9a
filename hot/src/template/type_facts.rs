//! What Heat does with single resource types as soon as it reads their definitions.
//!
//! A property that a translation rule depends on is part of that rule. The facts below concern one type each, and follow from code
//! that has no general form: they stand here by the names of the types.

use heat_model::{PropertyType, ResourceType, Value};

/// The properties that Heat reads as soon as it has a definition. An error in one of them comes before all others.
pub(super) fn read_at_once(resource_type: &ResourceType) -> Option<&str> {
    match resource_type.name.as_str() {
        // Decides whether the resource needs a user of its own.
        "OS::Nova::Server" => Some("user_data_format"),
        _ => deciding_property(resource_type).or_else(|| {
            // The rules are made at once, with those whose condition holds.
            let conditions = resource_type.translation_rules.iter().filter_map(|rule| rule.when.as_ref());
            conditions.map(|when| when.property.as_str()).next()
        }),
    }
}

/// The property whose value decides about the schema of another.
pub(super) fn deciding_property(resource_type: &ResourceType) -> Option<&'static str> {
    (resource_type.name == "OS::Heat::Value").then_some("type")
}

/// The type with the schema that the value of its [deciding property](deciding_property) gives it.
pub(super) fn decided(resource_type: &ResourceType, value: &Value) -> Option<ResourceType> {
    let property_type = match value.as_str()? {
        "string" => PropertyType::String,
        "number" => PropertyType::Number,
        "comma_delimited_list" => PropertyType::List,
        "json" => PropertyType::Map,
        "boolean" => PropertyType::Boolean,
        _ => return None,
    };
    let mut decided = resource_type.clone();
    decided.properties.get_mut("value")?.property_type = property_type;
    Some(decided)
}
