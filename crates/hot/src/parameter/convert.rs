//! Conversions of values to the types of parameters.

use heat_hot_language::ParameterType;
use heat_model::python::{repr_of, str_of, type_name};
use heat_model::validate::{parse_number, to_schema_type};
use heat_model::{PropertyType, Value};

use super::json_text::parse_json;
use crate::fault::{Exception, Problem, PythonClass};

pub(super) fn value_error(message: String) -> Exception {
    Exception::value_error(Problem::InvalidParameterValue, message)
}

pub(super) fn type_error(message: String) -> Exception {
    Exception::type_error(Problem::InvalidParameterValue, message)
}

/// Converts a value to the type of its parameter, for functions.
///
/// # Errors
/// The exception that Heat raises. The caller has to handle null, which is the same as no value.
pub(super) fn convert(parameter_type: ParameterType, value: &Value) -> Result<Value, Exception> {
    match parameter_type {
        ParameterType::String => Ok(Value::String(str_of(value))),
        ParameterType::Number => to_number(value),
        ParameterType::Boolean => to_boolean(value),
        ParameterType::CommaDelimitedList => to_list(value),
        ParameterType::Json => to_json(value),
    }
}

/// The text that the API shows for a value returned by [`convert`].
pub(super) fn as_text(parameter_type: ParameterType, value: &Value) -> String {
    match (parameter_type, value) {
        (ParameterType::CommaDelimitedList, Value::List(items)) => {
            items.iter().map(str_of).collect::<Vec<_>>().join(",")
        }
        (ParameterType::Json, value) => heat_model::python::json_dumps(value),
        (_, value) => str_of(value),
    }
}

pub(super) fn to_number(value: &Value) -> Result<Value, Exception> {
    match value {
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => Ok(value.clone()),
        Value::String(text) => parse_number(text)
            .ok_or_else(|| value_error(format!("could not convert string to float: {}", repr_of(value)))),
        _ => Err(type_error(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{}'",
            type_name(value)
        ))),
    }
}

pub(super) fn to_boolean(value: &Value) -> Result<Value, Exception> {
    to_schema_type(value, Some(PropertyType::Boolean)).ok_or_else(|| {
        value_error(format!(
            "Unrecognized value '{}', acceptable values are: \
             '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'",
            str_of(value)
        ))
    })
}

fn to_list(value: &Value) -> Result<Value, Exception> {
    match value {
        Value::List(items) => Ok(items.iter().map(|item| Value::String(str_of(item))).collect()),
        Value::String(text) if text.is_empty() => Ok(Value::List(heat_model::value::List::default())),
        Value::String(text) => Ok(text.split(',').map(Value::from).collect()),
        _ => Err(value_error(format!("Value must be a comma-delimited list string: {}", no_split(value)))),
    }
}

/// The message of the `AttributeError` for a value that is not a string.
pub(super) fn no_split(value: &Value) -> String {
    format!("'{}' object has no attribute 'split'", type_name(value))
}

fn to_json(value: &Value) -> Result<Value, Exception> {
    match value {
        Value::String(text) if !text.is_empty() => parse_json(text).map_err(|error| match error {
            Exception::Python(_, PythonClass::ValueError, message) => {
                value_error(format!("Value must be valid JSON: {message}"))
            }
            other => other,
        }),
        _ => Ok(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(parameter_type: ParameterType, value: &Value, expect: &str, text: &str) {
        let converted = convert(parameter_type, value);
        let shown = converted.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        assert_eq!(shown, expect, "{value}");
        if let Ok(converted) = converted {
            assert_eq!(as_text(parameter_type, &converted), text, "{value}");
        }
    }

    #[test]
    fn values_become_the_type() {
        use ParameterType::{Boolean, CommaDelimitedList, Json, Number, String};
        check(String, &value!([1, "a"]), r#""[1, 'a']""#, "[1, 'a']");
        check(Number, &value!(" 1_0 "), "10", "10");
        check(Number, &value!("1e3"), "1000.0", "1000.0");
        check(Number, &value!("a\n"), r"could not convert string to float: 'a\n'", "");
        check(Boolean, &value!(" YES "), "true", "True");
        check(Boolean, &value!(0), "false", "False");
        check(CommaDelimitedList, &value!("a, b"), r#"["a", " b"]"#, "a, b");
        check(CommaDelimitedList, &value!(""), "[]", "");
        check(CommaDelimitedList, &value!([1, null]), r#"["1", "None"]"#, "1,None");
        check(
            CommaDelimitedList,
            &value!(5),
            "Value must be a comma-delimited list string: 'int' object has no attribute 'split'",
            "",
        );
        check(Json, &value!("{\"a\": \"ä\"}"), r#"{"a": "ä"}"#, r#"{"a": "\u00e4"}"#);
        check(Json, &value!(""), r#""""#, r#""""#);
        check(Json, &value!("x"), "Value must be valid JSON: Expecting value: line 1 column 1 (char 0)", "");
    }
}
