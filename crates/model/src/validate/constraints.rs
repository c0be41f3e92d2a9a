//! Checks whether a value satisfies a constraint.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::excerpt::shortened;
use super::number::to_number;
use crate::pattern::{Pattern, PatternBudget, PatternError};
use crate::python::{is_space, str_of};
use crate::steps::step;
use crate::{ConstraintKind, PropertyType, Value};

/// Returns the reason why a value, already converted to its type, violates a constraint; `None` if it satisfies it.
///
/// `property_type` is the type of the property, used to compare allowed values; without one, they are
/// compared unconverted.
#[must_use]
pub fn violation(
    kind: &ConstraintKind,
    value: &Value,
    property_type: Option<PropertyType>,
) -> Option<String> {
    violation_within(kind, value, property_type, &PatternBudget::new())
}

/// Like [`violation`], for one of several values that share a budget for patterns.
#[must_use]
pub fn violation_within(
    kind: &ConstraintKind,
    value: &Value,
    property_type: Option<PropertyType>,
    budget: &PatternBudget,
) -> Option<String> {
    match kind {
        ConstraintKind::Range { min, max } => {
            let Some(number) = to_number(value) else { return Some(not_a_number(value)) };
            out_of_range(&number, min.as_ref(), max.as_ref())
                .then(|| format!("{} is out of range: {kind}", shortened(value)))
        }
        ConstraintKind::Length { min, max } => {
            let Some(length) = length(value) else { return Some(format!("{} has no length", value.kind())) };
            let bare = ConstraintKind::Range { min: min.clone(), max: max.clone() };
            out_of_range(&Value::from(length), min.as_ref(), max.as_ref())
                .then(|| format!("its length, {length}, is out of range: {bare}"))
        }
        ConstraintKind::Modulo { step, offset } => {
            let Some(number) = to_number(value) else { return Some(not_a_number(value)) };
            let (step, offset) = (step.as_ref()?, offset.as_ref()?);
            let met = number.python_modulo(step).is_some_and(|rest| rest.python_eq(offset));
            (!met).then(|| format!("{} is not {kind}", shortened(value)))
        }
        ConstraintKind::AllowedValues(allowed) => not_allowed(allowed, value, property_type, kind),
        ConstraintKind::AllowedPattern(pattern) => {
            let Value::String(text) = value else {
                return Some(format!("a pattern requires a string, and this is {}", value.kind()));
            };
            match compiled(pattern).and_then(|pattern| pattern.matches_within(text, budget)) {
                Ok(true) => None,
                Ok(false) => Some(format!("{} does not match `{pattern}`", shortened(value))),
                Err(error) => {
                    Some(format!("{} cannot be checked against `{pattern}`: {error}", shortened(value)))
                }
            }
        }
        ConstraintKind::Custom(_) => None,
    }
}

fn not_a_number(value: &Value) -> String {
    format!("{} is not a number", shortened(value))
}

/// Maximum number of patterns that are kept compiled. A catalogue has a few dozen; beyond this limit, all of them are compiled
/// again.
const MAX_COMPILED: usize = 256;

thread_local! {
    static PATTERNS: RefCell<HashMap<String, Result<Rc<Pattern>, PatternError>>> = RefCell::default();
}

/// Returns a pattern, compiled once for all the values that are checked against it.
pub(crate) fn compiled(pattern: &str) -> Result<Rc<Pattern>, PatternError> {
    PATTERNS.with_borrow_mut(|patterns| {
        if let Some(known) = patterns.get(pattern) {
            return known.clone();
        }
        if patterns.len() >= MAX_COMPILED {
            patterns.clear();
        }
        let new = Pattern::new(pattern).map(Rc::new);
        patterns.insert(pattern.to_owned(), new.clone());
        new
    })
}

/// Returns whether a number is outside a range. As in Heat, a value that cannot be compared, such as NaN, is within any range.
fn out_of_range(number: &Value, min: Option<&Value>, max: Option<&Value>) -> bool {
    let beyond = |end: Option<&Value>, order: Ordering| {
        end.is_some_and(|end| number.compare_numbers(end) == Some(order))
    };
    beyond(min, Ordering::Less) || beyond(max, Ordering::Greater)
}

/// Length of a value as in Python's `len`: code points, items, entries.
fn length(value: &Value) -> Option<i64> {
    let length = match value {
        Value::String(text) => text.chars().count(),
        Value::List(items) => items.len(),
        Value::Map(map) => map.len(),
        _ => return None,
    };
    i64::try_from(length).ok()
}

/// Maximum number of items of a list that are looked up among the allowed values one by one.
const MAX_SEARCHED: usize = 16;

fn not_allowed(
    allowed: &[Value],
    value: &Value,
    property_type: Option<PropertyType>,
    kind: &ConstraintKind,
) -> Option<String> {
    // For a list, each item must be allowed, and is compared unconverted.
    if let Value::List(items) = value {
        // Most lists are short, and searched directly.
        let texts = (items.len() > MAX_SEARCHED).then(|| allowed.iter().filter_map(Value::as_str).collect());
        let texts: Option<HashSet<&str>> = texts;
        let is_allowed = |item: &Value| {
            if let (Some(texts), Value::String(text)) = (&texts, item) {
                step();
                return texts.contains(text.as_str());
            }
            allowed.iter().any(|allowed| {
                step();
                allowed.python_eq(item)
            })
        };
        let odd = items.iter().find(|item| !is_allowed(item))?;
        return Some(format!("{} is not {kind}", shortened(odd)));
    }
    // The simple case, in which nothing has to be converted.
    if let (Some(PropertyType::String), Value::String(text)) = (property_type, value) {
        let met = allowed.iter().any(|allowed| {
            step();
            match allowed {
                Value::String(allowed) => allowed == text,
                other => str_of(other) == *text,
            }
        });
        return (!met).then(|| format!("{} is not {kind}", shortened(value)));
    }
    let as_type = |value: &Value| to_schema_type(value, property_type);
    // Heat converts all of them before it looks for the value.
    if let Some(odd) = allowed.iter().find(|allowed| as_type(allowed).is_none()) {
        let property_type = property_type.map_or("any", PropertyType::as_str);
        return Some(format!(
            "{odd}, which is allowed, is not of type `{property_type}`, so no value is accepted"
        ));
    }
    let Some(converted) = as_type(value) else { return Some(format!("{} is not {kind}", shortened(value))) };
    let met =
        allowed.iter().any(|allowed| as_type(allowed).is_some_and(|allowed| allowed.python_eq(&converted)));
    (!met).then(|| format!("{} is not {kind}", shortened(value)))
}

/// Converts a value for the comparison with allowed values, as Heat does; `None` if it cannot be converted to that type.
#[must_use]
pub fn to_schema_type(value: &Value, property_type: Option<PropertyType>) -> Option<Value> {
    step();
    match property_type {
        Some(PropertyType::Integer) => to_number(value).filter(|number| !matches!(number, Value::Float(_))),
        Some(PropertyType::Number) => to_number(value),
        Some(PropertyType::String) => Some(Value::String(str_of(value))),
        Some(PropertyType::Boolean) => match str_of(value).trim_matches(is_space).to_lowercase().as_str() {
            "1" | "t" | "true" | "on" | "y" | "yes" => Some(true.into()),
            "0" | "f" | "false" | "off" | "n" | "no" => Some(false.into()),
            _ => None,
        },
        _ => Some(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(constraint: &str, property_type: PropertyType, value: &str, expect: Option<&str>) {
        let constraint: crate::Constraint = serde_json::from_str(constraint).unwrap();
        let value: Value = serde_json::from_str(value).unwrap();
        let found = violation(&constraint.kind, &value, Some(property_type));
        assert_eq!(found.as_deref(), expect, "{value}");
    }

    #[test]
    fn ranges_and_steps_compare_numbers_of_any_kind() {
        use PropertyType::Number;
        check(r#"{"range":{"min":1,"max":2.5}}"#, Number, "2.5", None);
        check(r#"{"range":{"min":1,"max":2.5}}"#, Number, "3", Some("3 is out of range: 1 to 2.5"));
        check(r#"{"range":{"min":1}}"#, Number, "\"x\"", Some("\"x\" is not a number"));
        check(r#"{"modulo":{"step":-3,"offset":-1}}"#, Number, "-4", None);
        check(r#"{"modulo":{"step":3,"offset":0}}"#, Number, "4.5", Some("4.5 is not a multiple of 3"));
    }

    #[test]
    fn lengths_count_code_points_items_and_entries() {
        check(r#"{"length":{"max":2}}"#, PropertyType::String, "\"äö\"", None);
        check(
            r#"{"length":{"max":1}}"#,
            PropertyType::Map,
            r#"{"a":1,"b":2}"#,
            Some("its length, 2, is out of range: at most 1"),
        );
    }

    #[test]
    fn allowed_values_are_compared_as_the_type() {
        check(r#"{"allowed_values":["1",2]}"#, PropertyType::Integer, "1", None);
        check(r#"{"allowed_values":["1",2]}"#, PropertyType::String, "\"2\"", None);
        check(
            r#"{"allowed_values":[true]}"#,
            PropertyType::Boolean,
            "false",
            Some("false is not one of true"),
        );
        check(
            r#"{"allowed_values":["a","b"]}"#,
            PropertyType::List,
            r#"["a","c"]"#,
            Some(r#""c" is not one of "a", "b""#),
        );
        let long = |last: &str| format!("[{}{last}]", r#""a", 1, "#.repeat(20));
        check(r#"{"allowed_values":["a",1]}"#, PropertyType::List, &long("true"), None);
        check(
            r#"{"allowed_values":["a",1]}"#,
            PropertyType::List,
            &long(r#""1""#),
            Some(r#""1" is not one of "a", 1"#),
        );
    }

    #[test]
    fn patterns_require_text() {
        check(
            r#"{"allowed_pattern":"[a-z]+"}"#,
            PropertyType::String,
            "\"A\"",
            Some("\"A\" does not match `[a-z]+`"),
        );
        check(
            r#"{"allowed_pattern":"[a-z]+"}"#,
            PropertyType::String,
            "5",
            Some("a pattern requires a string, and this is an integer"),
        );
    }
}
