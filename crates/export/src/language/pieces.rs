//! Common parts of the JSON Schema.

use serde_json::{Value as Json, json};

pub(super) fn reference(definition: &str) -> Json {
    json!({"$ref": format!("#/$defs/{definition}")})
}

pub(super) fn text(description: &str) -> Json {
    json!({"description": description, "type": "string"})
}

pub(super) fn flag(description: &str, unset: bool) -> Json {
    json!({"description": description, "type": "boolean", "default": unset})
}

pub(super) fn list(description: &str, definition: &str) -> Json {
    json!({"description": description, "type": "array", "items": reference(definition)})
}

pub(super) fn described(description: &str, mut schema: Json) -> Json {
    schema["description"] = description.into();
    schema
}

/// The schema of a map with only these keys.
pub(super) fn object(description: &str, required: &[&str], properties: Json) -> Json {
    let mut schema = json!({"description": description, "type": "object"});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema["properties"] = properties;
    schema["additionalProperties"] = false.into();
    schema
}
