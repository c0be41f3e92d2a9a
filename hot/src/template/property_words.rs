//! What Heat says of errors in property values.
//!
//! The engine of `heat-model` finds them; users of Heat know them by these words.

use heat_model::evaluate::Problem;
use heat_model::python::{repr_of, str_of, type_name};
use heat_model::{PropertySchema, PropertyType, Value};

use crate::parameter::property_violation;

/// The words for a problem.
pub(super) fn words(problem: Problem<'_>) -> String {
    match problem {
        Problem::Unknown(name) => format!("Unknown Property {name}"),
        Problem::Missing(name) => format!("Property {name} not assigned"),
        Problem::NotImplemented(name) => format!("Property {name} not implemented yet"),
        Problem::WrongType(schema, value) => wrong_type(schema, value),
        Problem::Violation(property_type, constraint, value, violation) => {
            property_violation(constraint, value, property_type, violation)
        }
        Problem::Conflict(new, old) => {
            format!("Cannot define the following properties at the same time: {new}, {old}")
        }
        Problem::NotExtensible(place) => format!(
            "Incorrect translation rule using - cannot resolve Add rule for non-list translation value \"{place}\"."
        ),
        // Another release of heat-model may find more.
        other => format!("{other:?}"),
    }
}

fn wrong_type(schema: &PropertySchema, value: &Value) -> String {
    let shown = str_of(value);
    match (schema.property_type, value) {
        (PropertyType::String | PropertyType::Any, _) => {
            format!("Value must be a string; got {}", repr_of(value))
        }
        (PropertyType::Integer, Value::Float(float)) if float.is_infinite() => {
            "cannot convert float infinity to integer".to_owned()
        }
        (PropertyType::Integer | PropertyType::Number, Value::Null | Value::List(_) | Value::Map(_)) => {
            let kind = type_name(value);
            format!("int() argument must be a string, a bytes-like object or a real number, not '{kind}'")
        }
        (PropertyType::Integer, _) => format!("Value '{shown}' is not an integer"),
        (PropertyType::Number, _) => format!("could not convert string to float: {}", repr_of(value)),
        (PropertyType::Boolean, Value::String(text)) => {
            format!("\"{}\" is not a valid boolean", text.to_lowercase())
        }
        (PropertyType::Boolean, _) => format!("\"{shown}\" is not a valid boolean"),
        (PropertyType::Map, _) => format!("\"{shown}\" is not a map"),
        (PropertyType::List, _) => format!("\"{}\" is not a list", repr_of(value)),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(property_type: PropertyType, value: &Value, expect: &str) {
        assert_eq!(words(Problem::WrongType(&PropertySchema::new(property_type), value)), expect);
    }

    #[test]
    fn values_of_the_wrong_type_are_shown_as_python_shows_them() {
        check(PropertyType::String, &value!(["a"]), "Value must be a string; got ['a']");
        check(PropertyType::Integer, &value!("x"), "Value 'x' is not an integer");
        check(
            PropertyType::Integer,
            &value!([]),
            "int() argument must be a string, a bytes-like object or a real number, not 'list'",
        );
        check(PropertyType::Number, &value!("x"), "could not convert string to float: 'x'");
        check(PropertyType::Boolean, &value!("Yes"), "\"yes\" is not a valid boolean");
        check(PropertyType::Boolean, &value!(1), "\"1\" is not a valid boolean");
        check(PropertyType::Map, &value!(["a"]), "\"['a']\" is not a map");
        check(PropertyType::List, &value!("x"), "\"'x'\" is not a list");
    }
}
