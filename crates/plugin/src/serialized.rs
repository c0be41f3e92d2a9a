//! Serde implementations of derived types, as property data.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::properties::typed;
use crate::record::{Field, PropertyValues};
use crate::value::{Number, TextOr};
use crate::{Stored, StoredProperties};

/// Writes a field, a struct or an enum as property data.
///
/// # Errors
/// The format's error.
pub fn serialize<T: Field, S: Serializer>(field: &T, serializer: S) -> Result<S::Ok, S::Error> {
    field.to_value().serialize(serializer)
}

/// Reads a field, a struct or an enum from property data as [`serialize`] writes them.
///
/// # Errors
/// The format's error, or the reasons why the value does not have its type.
pub fn deserialize<'de, T: Field, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut value = Resolved::Plain(Value::deserialize(deserializer)?);
    typed(&mut value).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        D::Error::custom(errors.join("; "))
    })
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer)
    }
}

impl<T: Field> Serialize for TextOr<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

impl<'de, T: Field> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer)
    }
}

/// Serializes a value as property data; a value that no longer has its type, as it was stored.
impl<T: Field> Serialize for Stored<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

/// Serializes the values as property data.
impl<T: PropertyValues> Serialize for StoredProperties<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
