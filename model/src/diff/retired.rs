//! Types of services that are gone.
//!
//! Heat keeps their names as placeholders; see [`ResourceType::is_placeholder`].

use std::fmt;

use indexmap::IndexMap;
use serde::Serialize;

use crate::{NestedSchema, PropertySchema, ResourceType};

/// All that a type's schema has, by name.
#[derive(Serialize)]
pub(super) struct Entries {
    /// Properties and the members in them, with dots.
    properties: Vec<String>,
    attributes: Vec<String>,
}

impl Entries {
    pub(super) fn of(schema: &ResourceType) -> Self {
        Self { properties: property_paths(schema), attributes: schema.attributes.keys().cloned().collect() }
    }
}

/// The properties of a type and the members in them, as paths with dots.
pub(super) fn property_paths(schema: &ResourceType) -> Vec<String> {
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

/// How many there are: `12 properties and 3 attributes`.
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
