//! The data of a tree, as they are after Heat has stored a template as JSON.

use heat_model::{Integer, Value};
use heat_yaml::{Node, Value as Yaml};

/// A tree as data. Sets become lists.
pub(crate) fn plain_value(node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(*flag),
        Yaml::Integer(integer) => Value::from(*integer),
        Yaml::BigInteger(digits) => big(digits),
        Yaml::Float(float) => Value::Float(*float),
        Yaml::String(text) => Value::from(text.as_str()),
        Yaml::Binary(bytes) => Value::String(String::from_utf8_lossy(bytes).into_owned()),
        Yaml::Sequence(items) | Yaml::Set(items) => Value::List(items.iter().map(plain_value).collect()),
        Yaml::Mapping(map) => {
            map.iter().map(|entry| (key_of(&entry.key), plain_value(&entry.value))).collect()
        }
    }
}

fn big(digits: &str) -> Value {
    Integer::from_decimal(digits).map_or_else(|| Value::from(digits), Value::Integer)
}

/// A key as text: as JSON writes it where it is no string.
pub(crate) fn key_of(node: &Node) -> String {
    match &node.value {
        Yaml::String(text) => text.clone(),
        _ => plain_value(node).to_string(),
    }
}
