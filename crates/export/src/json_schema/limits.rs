//! Constraints as keywords of JSON Schema. The allowed values of scalars are in [`choices`](super::choices).

use heat_model::{Constraint, ConstraintKind, PropertyType, Value};
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::choices::listed;
use super::definition_names::IS_CALL;

/// Adds the keywords of constraints. If there are two of the same kind, both apply.
pub(super) fn add(entry: &mut Map<String, Json>, constraints: &[Constraint], property_type: PropertyType) {
    for (key, limit) in constraints.iter().flat_map(|constraint| limits(constraint, property_type)) {
        if !entry.contains_key(key) {
            entry.insert(key.to_owned(), limit);
        } else if let Some(all) = entry.entry("allOf").or_insert_with(|| json!([])).as_array_mut() {
            all.push(json!({key: limit}));
        }
    }
}

/// Returns whether the keywords express a constraint completely.
pub(super) fn is_expressed(constraint: &Constraint, property_type: PropertyType) -> bool {
    matches!(constraint.kind, ConstraintKind::AllowedValues(_))
        || !limits(constraint, property_type).is_empty()
}

/// A constraint as keywords; empty if there is no equivalent.
fn limits(constraint: &Constraint, property_type: PropertyType) -> Vec<(&'static str, Json)> {
    match (&constraint.kind, property_type) {
        (ConstraintKind::Range { min, max }, _) => ends(["minimum", "maximum"], [min, max], Json::is_number),
        (ConstraintKind::Length { min, max }, PropertyType::List) => {
            ends(["minItems", "maxItems"], [min, max], Json::is_u64)
        }
        (ConstraintKind::Length { min, max }, PropertyType::Map) => {
            ends(["minProperties", "maxProperties"], [min, max], Json::is_u64)
        }
        (ConstraintKind::Length { min, max }, _) => {
            ends(["minLength", "maxLength"], [min, max], Json::is_u64)
        }
        (ConstraintKind::AllowedValues(values), PropertyType::List) => {
            let mut any = listed(values);
            any.push(json!({"$ref": IS_CALL}));
            vec![("items", json!({"anyOf": any}))]
        }
        (ConstraintKind::AllowedPattern(text), _) => {
            pattern::ecma(text).map(|pattern| ("pattern", pattern.into())).into_iter().collect()
        }
        (ConstraintKind::Modulo { .. }, _) => multiple_of(&constraint.kind).into_iter().collect(),
        (ConstraintKind::AllowedValues(_) | ConstraintKind::Custom(_), _) => Vec::new(),
    }
}

/// The keywords for those of two ends that JSON Schema allows.
fn ends(
    keys: [&'static str; 2],
    ends: [&Option<Value>; 2],
    is_allowed: fn(&Json) -> bool,
) -> Vec<(&'static str, Json)> {
    let ends = keys.into_iter().zip(ends);
    let ends = ends.filter_map(|(key, end)| Some((key, serde_json::to_value(end.as_ref()?).ok()?)));
    ends.filter(|(_, end)| is_allowed(end)).collect()
}

fn multiple_of(kind: &ConstraintKind) -> Option<(&'static str, Json)> {
    match kind {
        ConstraintKind::Modulo { step: Some(Value::Integer(step)), offset: Some(Value::Integer(offset)) }
            if offset.as_i64() == Some(0) =>
        {
            let step = step.as_i64()?.unsigned_abs();
            (step > 0).then(|| ("multipleOf", step.into()))
        }
        _ => None,
    }
}
