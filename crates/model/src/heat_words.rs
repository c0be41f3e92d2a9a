//! Heat's messages for errors in property values: the engine finds the errors, and users of Heat know them by these messages.
//!
//! [`problem_words`] is a [`Wording`](crate::evaluate::Wording) of the engine. It says less than Heat about a value that a
//! constraint cannot be applied to, and about a custom constraint that refuses a value: `heat-hot` has Heat's messages for these.

use crate::custom_constraint::CustomViolation;
use crate::evaluate::Problem;
use crate::python::{json_dumps, repr_of, str_of, type_name};
use crate::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};

/// Returns Heat's message for a problem.
#[must_use]
pub fn problem_words(problem: Problem<'_>) -> String {
    match problem {
        Problem::Unknown(name) => format!("Unknown Property {name}"),
        Problem::Missing(name) => format!("Property {name} not assigned"),
        Problem::NotImplemented(name) => format!("Property {name} not implemented yet"),
        Problem::WrongType(schema, value) => wrong_type(schema, value),
        Problem::Violation(_, constraint, value, violation) => violated(constraint, value, violation),
        Problem::Conflict(new, old) => {
            format!("Cannot define the following properties at the same time: {new}, {old}")
        }
        Problem::NotExtensible(place) => format!(
            "Incorrect translation rule using - cannot resolve Add rule for non-list translation value \"{place}\"."
        ),
    }
}

fn violated(constraint: &Constraint, value: &Value, violation: Option<&CustomViolation>) -> String {
    let described = constraint.description.clone().filter(|text| !text.is_empty());
    described.unwrap_or_else(|| match (&constraint.kind, violation) {
        (ConstraintKind::Custom(name), Some(CustomViolation::NotFound)) => {
            format!("\"{}\" does not validate {name} (constraint not found)", str_of(value))
        }
        (ConstraintKind::Custom(_), Some(violation)) => {
            format!("Error validating value '{}': {violation}", str_of(value))
        }
        (kind, _) => violation_words(kind, value),
    })
}

/// Returns Heat's message for a value that violates a constraint. Each custom constraint has a message of its own in Heat.
#[must_use]
pub fn violation_words(kind: &ConstraintKind, value: &Value) -> String {
    let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "None".to_owned(), str_of);
    match kind {
        ConstraintKind::Range { min, max } => {
            format!("{} is out of range (min: {}, max: {})", str_of(value), shown(min), shown(max))
        }
        ConstraintKind::Length { min, max } => {
            let length = match value {
                Value::String(text) => text.chars().count(),
                Value::List(items) => items.len(),
                Value::Map(map) => map.len(),
                _ => 0,
            };
            format!("length ({length}) is out of range (min: {}, max: {})", shown(min), shown(max))
        }
        ConstraintKind::Modulo { step, offset } => {
            let value = str_of(value);
            format!("{value} is not a multiple of {} with an offset of {}", shown(step), shown(offset))
        }
        ConstraintKind::AllowedValues(allowed) => {
            let allowed: Vec<_> = allowed.iter().map(json_dumps).collect();
            format!("{} is not an allowed value [{}]", json_dumps(value), allowed.join(", "))
        }
        ConstraintKind::AllowedPattern(pattern) => {
            format!("\"{}\" does not match pattern \"{pattern}\"", str_of(value))
        }
        ConstraintKind::Custom(name) => format!("\"{}\" does not validate {name}", str_of(value)),
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
    use super::*;
    use crate::value;

    fn check(property_type: PropertyType, value: &Value, expect: &str) {
        assert_eq!(problem_words(Problem::WrongType(&PropertySchema::new(property_type), value)), expect);
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
