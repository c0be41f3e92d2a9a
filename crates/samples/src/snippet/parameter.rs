//! Parameters of snippets: copied from an example, or generated from a property's schema.

use heat_catalogue::relations::References;
use heat_hot_language::{Dialect, ParameterKeys};
use heat_html::plain_text;
use heat_model::{ConstraintKind, PropertySchema, PropertyType, Value};
use indexmap::IndexMap;

use super::resource_names::snake;
use super::template::VERSION;
use crate::provider_template::parameter_type;

/// The parts of a property's name that show that its value is a secret, which only administrators and the owner may read.
const SECRETS: [&str; 6] = ["password", "passphrase", "pass_phrase", "psk", "secret_key", "admin_pass"];

/// Returns whether a property takes a secret, by its name.
pub(super) fn is_secret(name: &str) -> bool {
    SECRETS.iter().any(|secret| name.to_lowercase().contains(secret))
}

fn keys() -> ParameterKeys {
    Dialect::of(VERSION).keys()
}

/// The definition of a parameter from which a property, or an item of it, gets its value.
pub(super) fn definition(
    name: &str,
    property: &PropertySchema,
    constraint: Option<&str>,
    references: &References<'_>,
) -> Value {
    let keys = keys();
    let kind = match (constraint, property.item()) {
        // A reference is text, even as the only item of a list.
        (Some(_), Some(item)) => item.property_type,
        // Comma-delimited parameters are lists of text.
        (None, Some(item)) if item.property_type != PropertyType::String => PropertyType::Map,
        _ => property.property_type,
    };
    let kind = parameter_type(kind).name(Dialect::of(VERSION));
    let mut definition = IndexMap::from([(keys.parameter_type.to_owned(), Value::from(kind))]);
    let known = constraint.and_then(|name| references.constraints().get(name));
    let texts = [property.description.as_deref(), known.map(|known| known.description.as_str())];
    if let Some(text) = texts.into_iter().flatten().find(|text| !text.trim().is_empty()) {
        let plain = plain_text::plain(text);
        let sentence = plain_text::first_sentence(&plain).trim_end();
        definition.insert(keys.description.to_owned(), sentence.into());
    }
    if is_secret(name) {
        definition.insert(keys.hidden.to_owned(), true.into());
    }
    if let Some(constraint) = constraint {
        let kind = ConstraintKind::Custom(constraint.to_owned());
        let entry = Value::from(IndexMap::from([(kind.key().to_owned(), Value::from(constraint))]));
        definition.insert("constraints".to_owned(), Value::from(vec![entry]));
    }
    Value::from(definition)
}

/// A definition, with the description of another one if it has none.
pub(super) fn described(definition: &Value, other: &Value) -> Value {
    let key = keys().description;
    let Some((map, text)) = definition.as_map().zip(other.get(key)).filter(|(map, _)| !map.contains_key(key))
    else {
        return definition.clone();
    };
    let mut map = map.clone();
    map.shift_insert(map.len().min(1), key.to_owned(), text.clone());
    Value::from(map)
}

/// The name of a parameter for a property: the property's own name, or that of the map around it if its own is not specific.
pub(super) fn name(names: &[&str]) -> String {
    let telling = names.iter().rev().find(|name| !["name", "id"].contains(name));
    snake(telling.or_else(|| names.last()).copied().unwrap_or_default())
}
