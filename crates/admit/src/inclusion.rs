//! Checks whether all values that a property accepted are still accepted after its type changes, and finds one that is not.
//!
//! Values are compared as templates write them, before Heat converts them: an integer accepts `5`, `"5"` and `5.9`, which reads
//! as 5. So a type and its constraints are judged together, with values near those that both sides mention; if none of them is
//! lost, a proof is needed that no value can be lost.

use heat_model::{Constraint, ConstraintKind, Integer, PropertySchema, PropertyType, Value};

use super::admitted::{admits_nothing, text_beyond};
use super::judge::PropertyJudge;
use super::near::values_near;
use super::values::listed;

/// Returns a value that one side accepts and the other rejects.
#[must_use]
pub fn lost_value(before: &PropertySchema, after: &PropertySchema) -> Option<Value> {
    let judge = PropertyJudge::new(before, after);
    let values = raw_values(before).unwrap_or_else(|| values_near(Some(before), Some(after)));
    let mut first = None;
    for value in values.into_iter().filter(|value| judge.loses(value)) {
        // People write values of the type in the schema.
        if is_of(before.property_type, &value) {
            return Some(value);
        }
        first.get_or_insert(value);
    }
    first
}

/// Returns whether a value has a type without any conversion.
fn is_of(property_type: PropertyType, value: &Value) -> bool {
    matches!(
        (property_type, value),
        (PropertyType::Any, _)
            | (PropertyType::Number, Value::Integer(_) | Value::Float(_))
            | (PropertyType::String, Value::String(_))
            | (PropertyType::Integer, Value::Integer(_))
            | (PropertyType::Boolean, Value::Bool(_))
            | (PropertyType::List, Value::List(_))
            | (PropertyType::Map, Value::Map(_))
    )
}

/// Returns whether it is certain that all values that were accepted still are, provided that no lost value was found.
#[must_use]
pub fn loses_nothing(before: &PropertySchema, after: &PropertySchema) -> bool {
    use PropertyType::{Any, Integer, Number, String};
    if admits_nothing(before) {
        return true;
    }
    if let Some(values) = raw_values(before) {
        let judge = PropertyJudge::new(before, after);
        return values.iter().all(|value| !judge.loses(value));
    }
    match (before.property_type, after.property_type) {
        (_, Any) => after.constraints.is_empty(),
        // Any difference shows next to the ends and the steps.
        (Integer, Number) => true,
        (String, Integer | Number) => after.constraints.is_empty() && admits_only_digits(before),
        _ => false,
    }
}

/// Returns all values that a property accepts, as templates write them, if there are few.
fn raw_values(schema: &PropertySchema) -> Option<Vec<Value>> {
    match schema.property_type {
        PropertyType::Boolean => {
            let words = ["true", "false"].into_iter().flat_map(spellings).map(Value::from);
            Some([true, false].map(Value::from).into_iter().chain(words).collect())
        }
        PropertyType::String => {
            let own: Vec<&Constraint> = schema.constraints.iter().collect();
            let lists = own.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
            let texts = lists.then(|| listed(PropertyType::String, &own))?;
            let unquoted = texts.iter().filter_map(|text| {
                let text = text.as_str()?;
                let flag = match text {
                    "True" => Some(true.into()),
                    "False" => Some(false.into()),
                    _ => None,
                };
                flag.or_else(|| {
                    Integer::from_decimal(text).filter(|whole| whole.to_string() == text).map(Value::Integer)
                })
            });
            let unquoted: Vec<Value> = unquoted.collect();
            Some(texts.into_iter().chain(unquoted).collect())
        }
        _ => None,
    }
}

/// Returns a word in all mixtures of lowercase and uppercase letters.
fn spellings(word: &str) -> Vec<String> {
    word.chars().fold(vec![String::new()], |begun, letter| {
        let with = |letter: char| begun.iter().map(move |text| format!("{text}{letter}"));
        with(letter).chain(with(letter.to_ascii_uppercase())).collect()
    })
}

/// Returns whether a property's patterns admit only whole numbers, as Python reads them.
fn admits_only_digits(schema: &PropertySchema) -> bool {
    const WHOLE_NUMBER: &str = r"[-+]?\d+";
    matches!(text_beyond(schema, WHOLE_NUMBER), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_flags_are_tried_as_text_too() {
        let property = |text: &str| serde_json::from_str::<PropertySchema>(text).unwrap();
        let number = property(r#"{"type": "integer", "constraints": [{"range": {"min": 41, "max": 43}}]}"#);
        let text = PropertySchema::new(PropertyType::String);
        let near = values_near(Some(&number), Some(&text));
        assert!(near.contains(&Value::from(41)) && near.contains(&Value::from("41")), "{near:?}");
        // If the type does not change, values are not tried as text.
        let near = values_near(Some(&number), Some(&number));
        assert!(near.contains(&Value::from(41)) && !near.contains(&Value::from("41")), "{near:?}");
    }
}
