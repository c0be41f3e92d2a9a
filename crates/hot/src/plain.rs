//! Conversion of YAML nodes to plain data, as Heat has them after it received a template as JSON.

use std::borrow::Cow;

use heat_model::{Integer, Value};
use heat_yaml::{Entry, Node, Span, Value as Yaml};

/// Converts a node to data. Sets become lists.
#[must_use]
pub fn plain_value(node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(*flag),
        Yaml::Integer(integer) => Value::from(*integer),
        Yaml::BigInteger(digits) => {
            Integer::from_decimal(digits).map_or_else(|| Value::from(digits), Value::Integer)
        }
        Yaml::Float(float) => Value::Float(*float),
        Yaml::String(text) => Value::from(text),
        Yaml::Binary(bytes) => Value::from(String::from_utf8_lossy(bytes)),
        Yaml::Sequence(items) | Yaml::Set(items) => Value::List(items.iter().map(plain_value).collect()),
        Yaml::Mapping(map) => {
            map.iter().map(|entry| (key_of(&entry.key), plain_value(&entry.value))).collect()
        }
    }
}

/// Converts data to a node, all of whose parts have the same span.
pub(crate) fn node_of(value: &Value, span: Span) -> Node {
    let value = match value {
        Value::Null => Yaml::Null,
        Value::Bool(flag) => Yaml::Bool(*flag),
        Value::Integer(integer) => {
            integer.as_i64().map_or_else(|| Yaml::BigInteger(integer.to_string()), Yaml::Integer)
        }
        Value::Float(float) => Yaml::Float(*float),
        Value::String(text) => Yaml::String(text.clone()),
        Value::List(items) => Yaml::Sequence(items.iter().map(|item| node_of(item, span)).collect()),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| Entry {
                key: Node { span, value: Yaml::String(key.clone()) },
                value: node_of(value, span),
            });
            Yaml::Mapping(entries.collect())
        }
    };
    Node { span, value }
}

/// The text of a key; if it is not a string, its JSON.
pub(crate) fn key_text(node: &Node) -> Cow<'_, str> {
    match &node.value {
        Yaml::String(text) => Cow::Borrowed(text),
        _ => Cow::Owned(plain_value(node).to_string()),
    }
}

/// The text of a key; if it is not a string, its JSON.
#[must_use]
pub fn key_of(node: &Node) -> String {
    key_text(node).into_owned()
}

/// Returns whether the data of a node are true for Python.
pub(crate) fn is_truthy(node: &Node) -> bool {
    match &node.value {
        Yaml::Sequence(items) | Yaml::Set(items) => !items.is_empty(),
        Yaml::Mapping(map) => !map.is_empty(),
        _ => plain_value(node).is_truthy(),
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;

    fn check(text: &str, expect: &str) {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let plain = plain_value(&root);
        assert_eq!(plain.to_string(), expect, "{text}");
        assert_eq!(is_truthy(&root), plain.is_truthy(), "{text}");
    }

    #[test]
    fn trees_are_data_as_json_writes_them() {
        check("{a: [1, 1.0, ~, yes], 1: b, true: c}", r#"{"a": [1, 1.0, null, true], "1": "c"}"#);
        check("123456789012345678901234567890", "123456789012345678901234567890");
        check("!!set {a, b}", r#"["a", "b"]"#);
        check("!!binary aGk=", r#""hi""#);
        check("!!set {}", "[]");
        for empty in ["{}", "[]", "null", "0.0", r#""""#] {
            check(empty, empty);
        }
    }
}
