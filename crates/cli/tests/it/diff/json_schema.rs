//! Validation of JSON against a schema, as far as the schema of the report needs it.

use serde_json::Value;

/// Checks a value against a JSON Schema, with the keywords that our own schemas use.
pub(crate) fn hold(schema: &Value, value: &Value, root: &Value, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        return hold(root.pointer(name.trim_start_matches('#')).unwrap(), value, root, place);
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let option = if value.is_null() { options.last() } else { options.first() };
        return hold(option.unwrap(), value, root, place);
    }
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{place}: {value}");
    }
    if let Some(only) = schema.get("const") {
        assert_eq!(value, only, "{place}");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.is_empty() || kinds.contains(&kind), "{place}: {value} is not {kinds:?}");
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        hold(&schema["items"], item, root, &format!("{place}[{index}]"));
    }
    if let (Some(known), Some(members)) = (schema["properties"].as_object(), value.as_object()) {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        assert!(members.keys().all(|key| known.contains_key(key)), "{place}: {members:?}");
        assert!(required.into_iter().all(|key| members.contains_key(key)), "{place}: {members:?}");
        for (key, member) in members {
            hold(&known[key], member, root, &format!("{place}.{key}"));
        }
    }
}
