//! References to properties by name: paths of translation rules and properties groups, and `get_property` in their
//! values.

use heat_model::{PropertySchema, ResourceType, SchemaPath, Value};

/// The target of a path of property names.
pub(super) enum Target<'a> {
    /// A property.
    Property(&'a PropertySchema),
    /// Something inside a property without a nested schema, from this step on.
    Within(usize),
    /// Nothing: this step is not a property. With the names that are possible.
    Nothing(usize, Vec<&'a str>),
}

/// Follows a path of property names from the top level. The items of a list have no step of their own.
pub(super) fn follow<'a, S: AsRef<str>>(schema: &'a ResourceType, path: &[S]) -> Target<'a> {
    let mut around = Some(&schema.properties);
    let mut found = None;
    for (index, name) in path.iter().enumerate() {
        let Some(members) = around else { return Target::Within(index) };
        let Some(property) = members.get(name.as_ref()) else {
            return Target::Nothing(index, members.keys().map(String::as_str).collect());
        };
        found = Some(property);
        let inner = property.item().unwrap_or(property);
        around = inner.members().filter(|members| !members.is_empty());
    }
    found.map_or(Target::Nothing(0, Vec::new()), Target::Property)
}

/// The names after `get_property` in a value, at any depth, with their paths.
pub(super) fn get_property_names<'a>(value: &'a Value, path: &SchemaPath) -> Vec<(SchemaPath, &'a str)> {
    match value {
        Value::List(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, item)| get_property_names(item, &path.join(index))).collect()
        }
        Value::Map(map) => match map.get(GET_PROPERTY) {
            Some(Value::String(name)) if map.len() == 1 => vec![(path.join(GET_PROPERTY), name)],
            _ => map.iter().flat_map(|(key, value)| get_property_names(value, &path.join(key))).collect(),
        },
        _ => Vec::new(),
    }
}

/// Whether a value is a reference to a property.
pub(super) fn is_get_property(value: &Value) -> bool {
    value.as_map().is_some_and(|map| map.len() == 1 && map.contains_key(GET_PROPERTY))
}

const GET_PROPERTY: &str = "get_property";

/// A path, for messages: `` `networks.fixed_ip` ``.
pub(super) fn shown(path: &[String]) -> String {
    format!("`{}`", path.join("."))
}
