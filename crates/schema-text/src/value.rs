//! Values as YAML in the usual layout of templates: short ones in brackets, others on separate lines.

use heat_model::Value;
use indexmap::IndexMap;

use super::item::{Item, Layout, TextStyle};
use super::scalar;

/// A value with its layout.
pub fn item(value: &Value) -> Item {
    match value {
        Value::Null => Item::Literal("null".to_owned()),
        Value::Bool(flag) => Item::Literal(flag.to_string()),
        Value::Integer(integer) => Item::Literal(integer.to_string()),
        Value::Float(float) => Item::Literal(scalar::float(*float)),
        Value::String(text) if text.contains(' ') => Item::Text(text.clone(), TextStyle::Prose),
        Value::String(text) => Item::line(text),
        Value::List(items) => {
            let layout = if items.iter().all(is_scalar) { Layout::Flow } else { Layout::Block };
            Item::List(items.iter().map(item).collect(), layout)
        }
        Value::Map(map) => {
            let layout = if is_short(map) { Layout::Flow } else { Layout::Block };
            Item::Map(map.iter().map(|(key, value)| (key.clone(), item(value))).collect(), layout)
        }
    }
}

/// Returns whether a map is readable in brackets: a function call, or the limits of a range.
fn is_short(map: &IndexMap<String, Value>) -> bool {
    let is_argument = |value: &Value| match value {
        Value::List(items) => items.iter().all(|item| is_scalar(item) || is_call(item)),
        _ => is_scalar(value),
    };
    (map.len() == 1 && map.values().all(is_argument))
        || map.values().all(|value| matches!(value, Value::Integer(_) | Value::Float(_)))
}

fn is_call(value: &Value) -> bool {
    value.as_map().is_some_and(|map| map.len() == 1 && map.values().all(is_scalar))
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_))
}
