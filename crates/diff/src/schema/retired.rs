//! Types of discontinued services.
//!
//! Heat keeps them as placeholders; see [`ResourceType::is_placeholder`].

use std::fmt;

use heat_model::{NestedSchema, PropertySchema, ResourceType};
use indexmap::IndexMap;
use serde::Serialize;

/// The names of everything in a type's schema.
#[derive(Serialize)]
pub(crate) struct Entries {
    /// Properties and the fields in them, as dotted paths.
    properties: Vec<String>,
    attributes: Vec<String>,
}

impl Entries {
    pub(crate) fn of(schema: &ResourceType) -> Self {
        Self { properties: property_paths(schema), attributes: schema.attributes.keys().cloned().collect() }
    }
}

/// The properties of a type and the fields in them, as dotted paths.
pub(crate) fn property_paths(schema: &ResourceType) -> Vec<String> {
    let mut paths = Vec::new();
    add_names("", &schema.properties, &mut paths);
    paths
}

fn add_names(prefix: &str, members: &IndexMap<String, PropertySchema>, names: &mut Vec<String>) {
    for (name, member) in members {
        let path = format!("{prefix}{name}");
        names.push(path.clone());
        let mut nested = member.schema.as_ref();
        while let Some(NestedSchema::Item(item)) = nested {
            nested = item.schema.as_ref();
        }
        if let Some(NestedSchema::Members(members)) = nested {
            add_names(&format!("{path}."), members, names);
        }
    }
}

/// Counts the entries: `12 properties and 3 attributes`.
impl fmt::Display for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (properties, attributes) = (self.properties.len(), self.attributes.len());
        let ending = |count, one, more| if count == 1 { one } else { more };
        let of_properties = format!("{properties} {}", ending(properties, "property", "properties"));
        let of_attributes = format!("{attributes} {}", ending(attributes, "attribute", "attributes"));
        match (properties, attributes) {
            (_, 0) => f.write_str(&of_properties),
            (0, _) => f.write_str(&of_attributes),
            _ => write!(f, "{of_properties} and {of_attributes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_counts_are_omitted() {
        fn check(schema: &str, expect: &str) {
            let schema: ResourceType = serde_json::from_str(schema).unwrap();
            assert_eq!(Entries::of(&schema).to_string(), expect);
        }
        let properties = r#""properties": {"a": {"type": "string"}, "m": {"type": "map", "schema": {"b": {"type": "string"}}}}"#;
        check(&format!(r#"{{"type": "A", {properties}}}"#), "3 properties");
        check(r#"{"type": "A", "attributes": {"a": {}}}"#, "1 attribute");
        check(
            &format!(r#"{{"type": "A", {properties}, "attributes": {{"a": {{}}, "b": {{}}}}}}"#),
            "3 properties and 2 attributes",
        );
    }
}
