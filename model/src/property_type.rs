//! The types of properties.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The types that a property can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyType {
    /// Text.
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

impl PropertyType {
    /// All types.
    pub const ALL: [Self; 7] =
        [Self::String, Self::Integer, Self::Number, Self::Boolean, Self::Map, Self::List, Self::Any];

    /// The name in a schema.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Map => "map",
            Self::List => "list",
            Self::Any => "any",
        }
    }

    /// Whether its values can have a nested schema.
    #[must_use]
    pub fn is_collection(self) -> bool {
        matches!(self, Self::Map | Self::List)
    }
}

impl fmt::Display for PropertyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that does not name a type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownType(pub String);

impl fmt::Display for UnknownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a type", self.0)
    }
}

impl std::error::Error for UnknownType {}

impl FromStr for PropertyType {
    type Err = UnknownType;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|property_type| property_type.as_str() == word)
            .ok_or_else(|| UnknownType(word.to_owned()))
    }
}
