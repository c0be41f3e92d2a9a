//! Rules of Heat for single resource types, applied as soon as it reads their definitions.
//!
//! Properties that translation rules depend on are part of those rules. Each of the rules below is about one type, and follows
//! from code of Heat that has no general form; so the names of the types are in the code.

use std::collections::HashSet;

use heat_model::{PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use crate::Data;

/// The property that Heat reads as soon as it has a definition. An error in it is reported before all others.
pub(super) fn read_at_once(resource_type: &ResourceType) -> Option<&str> {
    match resource_type.name.as_str() {
        // The property decides whether the resource needs its own user.
        "OS::Nova::Server" => Some("user_data_format"),
        _ => deciding_property(resource_type).or_else(|| {
            // Heat creates the translation rules at once, and evaluates their conditions.
            let conditions = resource_type.translation_rules.iter().filter_map(|rule| rule.when.as_ref());
            conditions.map(|when| when.property.as_str()).next()
        }),
    }
}

/// The property whose value determines the schema of another.
pub(super) fn deciding_property(resource_type: &ResourceType) -> Option<&'static str> {
    (resource_type.name == "OS::Heat::Value").then_some("type")
}

/// The type with the schema that the value of its [deciding property](deciding_property) determines.
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

/// Attributes that are copies of properties: the value of an `OS::Heat::Value`, if it already has the form that its `type`
/// requires.
pub(crate) fn echoed_attributes(
    resource_type: &ResourceType,
    properties: &Data,
) -> Option<IndexMap<String, Data>> {
    const VALUE: &str = "value";
    let property = resource_type.properties.get(deciding_property(resource_type).map(|_| VALUE)?)?;
    let value = properties.get(VALUE)?.into_owned();
    let is_as_given = matches!(
        (&property.property_type, &value),
        (PropertyType::Any, _)
            | (PropertyType::String, Data::Known(Value::String(_)))
            | (PropertyType::Number, Data::Known(Value::Integer(_) | Value::Float(_)))
            | (PropertyType::Boolean, Data::Known(Value::Bool(_)))
            | (PropertyType::List, Data::Known(Value::List(_)) | Data::List(_))
            | (PropertyType::Map, Data::Known(Value::List(_) | Value::Map(_)) | Data::List(_) | Data::Map(_))
    );
    is_as_given.then(|| IndexMap::from([(VALUE.to_owned(), value)]))
}

/// Error of a plug-in about a property that is valid by its schema.
pub(super) struct Refusal {
    /// Path to the error, from the property: keys, and the indices of items.
    pub(super) path: Vec<String>,
    /// Message of the plug-in.
    pub(super) message: String,
    /// Explanation of the error.
    pub(super) note: String,
}

/// The property that a plug-in checks beyond its schema.
pub(super) fn examined_property(resource_type: &ResourceType) -> Option<&'static str> {
    (resource_type.name == COMPONENT).then_some("configs")
}

/// The error of a plug-in about its [examined property](examined_property): each action of a component may occur in only one
/// config, but several times in it.
pub(super) fn refusal(value: &Value, resource_name: &str) -> Option<Refusal> {
    let mut known: HashSet<&str> = HashSet::new();
    for (index, config) in value.as_list()?.iter().enumerate() {
        let Some(actions) = config.as_map().and_then(|config| config.get("actions")?.as_list()) else {
            continue;
        };
        // Values that are not strings are not checked.
        let actions = actions.iter().enumerate().filter_map(|(item, action)| Some((item, action.as_str()?)));
        let actions: Vec<(usize, &str)> = actions.collect();
        if let Some((item, action)) = actions.iter().find(|(_, action)| known.contains(action)) {
            let path =
                ["configs", &index.to_string(), "actions", &item.to_string()].map(str::to_owned).to_vec();
            return Some(Refusal {
                path,
                message: format!(
                    "Defining more than one configuration for the same action in SoftwareComponent \"{resource_name}\" is not allowed."
                ),
                note: format!("two of the `configs` have the action `{action}`"),
            });
        }
        known.extend(actions.iter().map(|(_, action)| *action));
    }
    None
}

const COMPONENT: &str = "OS::Heat::SoftwareComponent";

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn some_properties_are_read_at_once() {
        fn check(resource_type: &ResourceType, at_once: Option<&str>, deciding: Option<&str>) {
            assert_eq!(read_at_once(resource_type), at_once);
            assert_eq!(deciding_property(resource_type), deciding);
        }
        check(&ResourceType::new("OS::Nova::Server"), Some("user_data_format"), None);
        check(&ResourceType::new("OS::Heat::Value"), Some("type"), Some("type"));
        check(&ResourceType::new("OS::Neutron::Net"), None, None);
        let text = "type: My::Type
properties: {a: {type: string}, b: {type: string}, c: {type: string}}
translation_rules: [{rule: replace, translation_path: [a], value_path: [b], when: {property: c, in: [x]}}]
";
        let loaded = heat_model::load::load_schema(&heat_yaml::Source::new("type.yaml", text));
        check(&loaded.file.unwrap().schema, Some("c"), None);
    }

    #[test]
    fn the_type_of_a_value_decides_its_schema() {
        let mut schema = ResourceType::new("OS::Heat::Value");
        schema.properties.insert("value".to_owned(), heat_model::PropertySchema::new(PropertyType::Any));
        let check = |value: Value, expect: Option<PropertyType>| {
            let found = decided(&schema, &value).map(|decided| decided.properties["value"].property_type);
            assert_eq!(found, expect, "{value}");
        };
        check(value!("string"), Some(PropertyType::String));
        check(value!("number"), Some(PropertyType::Number));
        check(value!("comma_delimited_list"), Some(PropertyType::List));
        check(value!("json"), Some(PropertyType::Map));
        check(value!("boolean"), Some(PropertyType::Boolean));
        check(value!("other"), None);
        check(value!(5), None);
    }

    #[test]
    fn an_action_belongs_to_one_config_of_a_component() {
        let check = |configs: Value, expect: Option<&str>| {
            let found =
                refusal(&configs, "c").map(|refusal| format!("{}: {}", refusal.path.join("."), refusal.note));
            assert_eq!(found.as_deref(), expect, "{configs}");
        };
        check(value!([{"actions": ["CREATE", "CREATE"]}, {"actions": ["UPDATE"]}]), None);
        check(
            value!([{"actions": ["CREATE"]}, {"actions": ["UPDATE", "CREATE"]}]),
            Some("configs.1.actions.1: two of the `configs` have the action `CREATE`"),
        );
        // Unknown values are not compared.
        check(value!([{"actions": [{"a": 1}]}, {"actions": [{"a": 1}]}, {"actions": null}, 1]), None);
        check(value!({"actions": []}), None);
    }
}
