//! Conversion of template data to values of the query language, and back.

use heat_model::{Integer, Value};

use crate::Data;

/// Converts data to a value of yaql. Unknown data become an unknown value.
pub(crate) fn to_yaql(data: &Data) -> yaql::Value {
    match data {
        Data::Known(value) => value_to_yaql(value),
        Data::List(items) => yaql::Value::List(items.iter().map(to_yaql).collect()),
        Data::Map(entries) => {
            yaql::Value::map(entries.iter().map(|(key, value)| (key.as_str(), to_yaql(value))))
        }
        Data::Unknown(_) => yaql::Value::Unknown,
    }
}

/// Converts a value of a template to a value of yaql.
#[must_use]
pub fn value_to_yaql(value: &Value) -> yaql::Value {
    match value {
        Value::Null => yaql::Value::Null,
        Value::Bool(bool) => (*bool).into(),
        Value::Integer(integer) => match integer.as_i64() {
            Some(small) => small.into(),
            None => {
                yaql::Integer::parse(&integer.to_string()).map_or(yaql::Value::Unknown, yaql::Value::Integer)
            }
        },
        Value::Float(float) => (*float).into(),
        Value::String(text) => text.as_str().into(),
        Value::List(items) => yaql::Value::List(items.iter().map(value_to_yaql).collect()),
        Value::Map(map) => {
            yaql::Value::map(map.iter().map(|(key, value)| (key.as_str(), value_to_yaql(value))))
        }
    }
}

/// Converts a result of yaql to data. Values that templates cannot express, such as a set or a point in time, are unknown.
pub(crate) fn from_yaql(value: yaql::Value, unknown: &dyn Fn() -> Data) -> Data {
    match value {
        yaql::Value::Null => Data::NULL,
        yaql::Value::Bool(bool) => Data::Known(bool.into()),
        yaql::Value::Integer(integer) => match integer.as_i64() {
            Some(small) => Data::Known(small.into()),
            None => Integer::from_decimal(&integer.to_string())
                .map_or_else(unknown, |integer| Data::Known(Value::Integer(integer))),
        },
        yaql::Value::Float(float) => Data::Known(float.into()),
        yaql::Value::String(text) => Data::Known(text.into()),
        yaql::Value::List(items) => {
            Data::list(items.into_iter().map(|item| from_yaql(item, unknown)).collect())
        }
        yaql::Value::Map(entries) => {
            let entries = entries.into_iter().map(|(key, value)| match key {
                yaql::Value::String(key) => Some((key, from_yaql(value, unknown))),
                _ => None,
            });
            entries.collect::<Option<Vec<_>>>().map_or_else(unknown, Data::from_entries)
        }
        _ => unknown(),
    }
}
