//! Serializes trees with serde, without their spans.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{Mapping, Node, Value};

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl Serialize for Mapping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for entry in self {
            map.serialize_entry(&entry.key, &entry.value)?;
        }
        map.end()
    }
}

/// Serializes a set as a list, and an integer beyond 128 bits as the string of its digits.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::BigInteger(digits) => big_integer(digits, serializer),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::String(text) => serializer.serialize_str(text),
            Self::Binary(bytes) => serializer.serialize_bytes(bytes),
            Self::Sequence(items) | Self::Set(items) => serializer.collect_seq(items),
            Self::Mapping(mapping) => mapping.serialize(serializer),
        }
    }
}

fn big_integer<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(value) = digits.parse::<u64>() {
        serializer.serialize_u64(value)
    } else if let Ok(value) = digits.parse::<i128>() {
        serializer.serialize_i128(value)
    } else if let Ok(value) = digits.parse::<u128>() {
        serializer.serialize_u128(value)
    } else {
        serializer.serialize_str(digits)
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, Source, parse};

    fn check(text: &str, expect: &str) {
        let root = parse(&Source::new("test", text), &ParseOptions::default()).root.expect("a value");
        assert_eq!(serde_json::to_string(&root).unwrap(), expect, "{text:?}");
    }

    #[test]
    fn trees_as_json() {
        check("{b: [1, 1.0, ~, yes], a: 'x'}", r#"{"b":[1,1.0,null,true],"a":"x"}"#);
        check("{1: a, true: b}", r#"{"1":"b"}"#);
        check("!!set {a, b}", r#"["a","b"]"#);
        check("18446744073709551615", "18446744073709551615");
        check("!!binary aGk=", "[104,105]");
    }
}
