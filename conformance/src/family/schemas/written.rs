//! Schema files for tests: when one is loaded and linted, everything must be refused that Heat refuses.

use heat_lint::{Tables, lint_file};
use heat_model::load::load_schema;
use heat_model::{ResourceType, Value};
use heat_yaml::render::{RenderStyle, text};
use heat_yaml::{Severity, Source};

/// Creates a map.
pub(crate) fn object<K: Into<String>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// Creates a list.
pub(crate) fn list(items: Vec<Value>) -> Value {
    Value::from(items)
}

/// Loads and lints a schema.
///
/// # Errors
/// If there are errors, as they are shown to users.
pub(crate) fn read(schema: &Value) -> Result<ResourceType, String> {
    let mut whole = String::from("{\"type\": \"My::Custom::Token\"");
    for (key, value) in schema.as_map().into_iter().flatten() {
        whole.push_str(", ");
        write(&Value::from(key.as_str()), &mut whole);
        whole.push_str(": ");
        write(value, &mut whole);
    }
    whole.push('}');
    let loaded = load_schema(&Source::new("My/Custom/Token.yaml", whole));
    let mut found = loaded.diagnostics;
    if let Some(file) = &loaded.file {
        found.extend(lint_file(file, &Tables::default()));
    }
    found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    match loaded.file {
        Some(file) if found.is_empty() => Ok(file.schema),
        _ => Err(text(&found, RenderStyle::default())),
    }
}

/// Loads a schema regardless of its errors.
pub(crate) fn loaded(schema: &Value) -> Option<ResourceType> {
    let mut text = String::new();
    write(schema, &mut text);
    load_schema(&Source::new("My/Custom/Token.yaml", text)).file.map(|file| file.schema)
}

/// Writes a value as JSON with the same meaning in YAML. Floats need care, because YAML requires a decimal point and a sign in
/// them.
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Float(float) if float.is_nan() => out.push_str(".nan"),
        Value::Float(float) if float.is_infinite() => {
            out.push_str(if *float > 0.0 { ".inf" } else { "-.inf" });
        }
        Value::Float(float) => {
            let text = format!("{float:?}");
            match text.split_once('e') {
                Some((digits, exponent)) => {
                    let point = if digits.contains('.') { "" } else { ".0" };
                    let sign = if exponent.starts_with('-') { "" } else { "+" };
                    out.extend([digits, point, "e", sign, exponent]);
                }
                None => out.push_str(&text),
            }
        }
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write(item, out);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push('{');
            for (index, (key, member)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write(&Value::from(key.as_str()), out);
                out.push_str(": ");
                write(member, out);
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_values_read_back() {
        fn check(json: &str) {
            let value = heat_model::json::parse(json).unwrap();
            let property = object([("type", "any".into()), ("default", value.clone())]);
            let read = read(&object([("properties", object([("subject", property)]))])).unwrap();
            assert_eq!(read.properties["subject"].default, Some(value), "{json}");
        }
        check("1e22");
        check("1.5e-7");
        check("-0.0");
        check("100000000000000000000000000");
        check(r#"{"a": [1, "x\ty", "ä", "😀", ""], "yes": {}, "": []}"#);
    }
}
