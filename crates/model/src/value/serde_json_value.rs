//! Conversion of values from and to `serde_json`: a plug-in sends them to its service, and reads its answers.

use std::fmt;

use crate::Value;
use crate::evaluate::MAX_DEPTH;
use crate::value::{Integer, List, Map};

/// Converts a value of `serde_json`. Nothing is lost: its numbers are integers or floats here as well.
///
/// ```
/// use heat_model::Value;
///
/// let answer = serde_json::json!({"id": 7, "load": 0.5, "ports": [80, null]});
/// assert_eq!(Value::from(answer).to_string(), r#"{"id": 7, "load": 0.5, "ports": [80, null]}"#);
/// ```
impl From<serde_json::Value> for Value {
    fn from(json: serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(flag) => Self::Bool(flag),
            serde_json::Value::Number(number) => from_number(&number),
            serde_json::Value::String(text) => Self::String(text),
            serde_json::Value::Array(items) => items.into_iter().map(Self::from).collect(),
            serde_json::Value::Object(entries) => Self::Map(entries.into()),
        }
    }
}

/// Converts a map of `serde_json`.
impl From<serde_json::Map<String, serde_json::Value>> for Map {
    fn from(entries: serde_json::Map<String, serde_json::Value>) -> Self {
        entries.into_iter().map(|(key, value)| (key, Value::from(value))).collect()
    }
}

/// Converts a number: an integer if it is written as one, of whatever size.
fn from_number(number: &serde_json::Number) -> Value {
    let integer = match (number.as_i64(), number.as_u64()) {
        (Some(small), _) => Some(Integer::from(small)),
        (None, Some(large)) => Some(Integer::from(large)),
        (None, None) => None,
    };
    integer.map_or_else(|| Value::Float(number.as_f64().unwrap_or(f64::NAN)), Value::Integer)
}

/// Error of a value that `serde_json` cannot represent: JSON has no infinite numbers and no NaN, and `serde_json` has no integers
/// beyond 64 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotJson {
    /// Message about the part that JSON cannot represent.
    pub message: String,
}

impl NotJson {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotJson {}

/// Converts a value to one of `serde_json`.
///
/// ```
/// use heat_model::{Value, json};
///
/// let value = json::parse(r#"{"port": 80}"#).unwrap();
/// assert_eq!(serde_json::Value::try_from(&value).unwrap(), serde_json::json!({"port": 80}));
/// let error = serde_json::Value::try_from(&Value::Float(f64::NAN)).unwrap_err();
/// assert_eq!(error.to_string(), "NaN is not a number in JSON");
/// ```
impl TryFrom<&Value> for serde_json::Value {
    type Error = NotJson;

    fn try_from(value: &Value) -> Result<Self, NotJson> {
        to_json(value, 0)
    }
}

impl TryFrom<Value> for serde_json::Value {
    type Error = NotJson;

    fn try_from(value: Value) -> Result<Self, NotJson> {
        to_json(&value, 0)
    }
}

impl TryFrom<&Map> for serde_json::Map<String, serde_json::Value> {
    type Error = NotJson;

    fn try_from(map: &Map) -> Result<Self, NotJson> {
        map_to_json(map, 0)
    }
}

fn map_to_json(map: &Map, depth: usize) -> Result<serde_json::Map<String, serde_json::Value>, NotJson> {
    map.iter().map(|(key, value)| Ok((key.clone(), to_json(value, depth + 1)?))).collect()
}

fn list_to_json(list: &List, depth: usize) -> Result<Vec<serde_json::Value>, NotJson> {
    list.iter().map(|item| to_json(item, depth + 1)).collect()
}

fn to_json(value: &Value, depth: usize) -> Result<serde_json::Value, NotJson> {
    if depth > MAX_DEPTH {
        return Err(NotJson::new(format!("nested more than {MAX_DEPTH} levels deep")));
    }
    Ok(match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(flag) => (*flag).into(),
        Value::Integer(integer) => match integer.as_i64() {
            Some(small) => small.into(),
            None => integer
                .to_string()
                .parse::<u64>()
                .map(serde_json::Value::from)
                .map_err(|_| NotJson::new(format!("the integer {integer} has more than 64 bits")))?,
        },
        Value::Float(float) => serde_json::Number::from_f64(*float)
            .map(serde_json::Value::Number)
            .ok_or_else(|| NotJson::new(format!("{value} is not a number in JSON")))?,
        Value::String(text) => text.as_str().into(),
        Value::List(list) => list_to_json(list, depth)?.into(),
        Value::Map(map) => map_to_json(map, depth)?.into(),
    })
}

#[cfg(test)]
mod tests {
    use crate::{Value, json};

    #[test]
    fn values_go_to_serde_json_and_back() {
        for text in [
            "null",
            "true",
            "-9223372036854775808",
            "18446744073709551615",
            "1.0",
            "-0.0",
            "1e300",
            r#"{"b": [1, 1.0, {"a": ""}], "a": {}}"#,
            r#""\u0000ü""#,
        ] {
            let value = json::parse(text).unwrap();
            let there = serde_json::Value::try_from(&value).unwrap();
            assert_eq!(serde_json::to_string(&there).unwrap(), serde_json::to_string(&value).unwrap());
            assert_eq!(Value::from(there).to_string(), value.to_string());
        }
    }

    #[test]
    fn what_json_does_not_have_is_an_error() {
        let error =
            |text: &str| serde_json::Value::try_from(json::parse(text).unwrap()).unwrap_err().to_string();
        assert_eq!(error("[Infinity]"), "Infinity is not a number in JSON");
        assert_eq!(
            error("{\"a\": 18446744073709551616}"),
            "the integer 18446744073709551616 has more than 64 bits"
        );
        let mut deep = Value::Null;
        for _ in 0..100_000 {
            deep = [deep].into_iter().collect();
        }
        let error = serde_json::Value::try_from(&deep).unwrap_err();
        assert!(error.to_string().starts_with("nested more than "), "{error}");
    }
}
