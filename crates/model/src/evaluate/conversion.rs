//! Converts a value to a property's type, except for maps and lists with a schema.
//!
//! Follows `heat.engine.properties.Property._get_string` and its siblings.

use crate::python::json_dumps;
use crate::validate::{PythonException, describe, to_integer, to_number};
use crate::value::List;
use crate::{PropertySchema, PropertyType, Value};

/// Converts a value to its property's type, with the default in place of null; members and items are left unchanged.
///
/// # Errors
/// If Heat cannot convert the value: Heat's message.
pub fn convert_whole(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    let value = if matches!(value, Value::Null) { value_for_null(schema) } else { value.clone() };
    convert(schema, value)
}

/// Converts a value to the property's type, without examining members and items. The error tells the expected and the actual
/// value.
///
/// Null must have been replaced before: see [`value_for_null`].
pub(super) fn convert(schema: &PropertySchema, value: Value) -> Result<Value, String> {
    let refused =
        |expected: &str, value: &Value| Err(format!("expected {expected}, found {}", describe(value)));
    match (schema.property_type, value) {
        (PropertyType::String, Value::Integer(integer)) => Ok(Value::String(integer.to_string())),
        (PropertyType::String, Value::Bool(flag)) => Ok(if flag { "True".into() } else { "False".into() }),
        (PropertyType::Any, value)
        | (PropertyType::String, value @ Value::String(_))
        | (PropertyType::Boolean, value @ Value::Bool(_))
        | (PropertyType::Map, value @ Value::Map(_))
        | (PropertyType::List, value @ Value::List(_)) => Ok(value),
        (PropertyType::String, value) => refused("a string", &value),
        (PropertyType::Integer, value) => to_integer(&value)
            .map_or_else(|| refused("an integer", &value), |integer| Ok(Value::Integer(integer))),
        (PropertyType::Number, value) => to_number(&value).map_or_else(|| refused("a number", &value), Ok),
        (PropertyType::Boolean, Value::String(text)) => {
            if text.eq_ignore_ascii_case("true") {
                Ok(true.into())
            } else if text.eq_ignore_ascii_case("false") {
                Ok(false.into())
            } else {
                refused("true or false", &Value::String(text))
            }
        }
        (PropertyType::Boolean, value) => refused("true or false", &value),
        (PropertyType::Map, value @ Value::String(_)) if schema.allow_conversion => Ok(value),
        (PropertyType::Map, value @ Value::List(_)) if schema.allow_conversion => {
            Ok(Value::String(json_dumps(&value)))
        }
        (PropertyType::Map, value) => refused("a map", &value),
        (PropertyType::List, Value::String(text)) if schema.allow_conversion => {
            let items = text.split(',').map(Value::from);
            Ok(Value::List(if text.is_empty() { List::default() } else { items.collect() }))
        }
        (PropertyType::List, value) => refused("a list", &value),
    }
}

/// The exception that Heat raises for a value of the wrong type.
pub(super) fn raised(property_type: PropertyType, value: &Value) -> PythonException {
    match property_type {
        PropertyType::Number | PropertyType::Boolean if !matches!(value, Value::String(_)) => {
            PythonException::TypeError
        }
        PropertyType::Integer | PropertyType::Map | PropertyType::List => PythonException::TypeError,
        _ => PythonException::ValueError,
    }
}

/// Value that null represents: the default or else the type's empty value. An empty default is ignored, except for maps.
pub(super) fn value_for_null(schema: &PropertySchema) -> Value {
    let default = schema.default.as_ref();
    let truthy = default.filter(|default| default.is_truthy());
    let (default, empty) = match schema.property_type {
        PropertyType::Any => (None, Value::Null),
        PropertyType::Map => (default, Value::from(indexmap::IndexMap::new())),
        PropertyType::String => (truthy, Value::String(String::new())),
        PropertyType::Integer | PropertyType::Number => (truthy, 0.into()),
        PropertyType::Boolean => (truthy, false.into()),
        PropertyType::List => (truthy, Value::List(List::default())),
    };
    default.cloned().unwrap_or(empty)
}
