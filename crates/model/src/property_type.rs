//! The types of properties.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// The types that a property can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyType {
    /// A text.
    #[default]
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// Names with values; with members if the schema lists them.
    Map,
    /// Items in order.
    List,
    /// Any value, unchanged.
    Any,
}

words!(PropertyType, "a type", [
    String => "string",
    Integer => "integer",
    Number => "number",
    Boolean => "boolean",
    Map => "map",
    List => "list",
    Any => "any",
]);

impl PropertyType {
    /// Name of the type in Heat's plug-ins and messages.
    #[must_use]
    pub const fn heat_name(self) -> &'static str {
        match self {
            Self::String => "String",
            Self::Integer => "Integer",
            Self::Number => "Number",
            Self::Boolean => "Boolean",
            Self::Map => "Map",
            Self::List => "List",
            Self::Any => "Any",
        }
    }

    /// Returns whether the type's values can have a nested schema.
    #[must_use]
    pub fn is_collection(self) -> bool {
        matches!(self, Self::Map | Self::List)
    }
}
