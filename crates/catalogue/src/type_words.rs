//! A property's type in words.

use heat_model::{NestedSchema, PropertySchema, PropertyType};

/// A property's type in words, with the type of its items.
#[must_use]
pub fn type_words(schema: &PropertySchema) -> String {
    let item = match &schema.schema {
        Some(NestedSchema::Item(item)) if schema.property_type == PropertyType::List => item,
        _ => return schema.property_type.to_string(),
    };
    match item.property_type {
        PropertyType::Any => "list".to_owned(),
        PropertyType::List => "list of lists".to_owned(),
        other => format!("list of {other}s"),
    }
}
