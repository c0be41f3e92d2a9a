//! Checks whether the constraints of one kind are redundant: the property admits no value that they would reject.
//!
//! The set of values that a property admits depends on its type, its constraints and its nested schema together:
//! `length: {min: 0}` rejects nothing, and neither does a range that contains all allowed values. `true` is proven; `false` means
//! that it is not known.

use heat_model::custom_constraint::BuiltIn;
use heat_model::evaluate::convert_whole;
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};

use super::admitted::{admits_nothing, is_for_texts, satisfies_all, text_lengths};
use super::kind::Kind;
use super::pattern_language::{Languages, Lengths};
use super::values::AllowedValues;
use super::values::{listed, pattern_of_values, patterns};
use super::whole_numbers::{Between, Progression, number};
use crate::budget::MAX_LENGTH;

/// Maximum number of whole numbers that are checked one by one.
const MAX_NUMBERS: i128 = 1_000;

/// The maximum length of a list of allowed texts that is compared with patterns.
const MAX_TEXTS: usize = 200;

/// Returns whether every value that a property admits satisfies some constraints of one kind.
#[must_use]
pub fn entails(schema: &PropertySchema, kind: Kind, constraints: &[&Constraint]) -> bool {
    let knows = |each: &&Constraint| !matches!(&each.kind, ConstraintKind::Custom(name) if !BuiltIn::is_timeless(name));
    if !constraints.iter().all(knows) {
        return false;
    }
    let own: Vec<&Constraint> = schema.constraints.iter().collect();
    if admits_only_empty_lists(schema) {
        return satisfies_all(&Value::from(Vec::<Value>::new()), schema.property_type, constraints);
    }
    if let Some(values) = all_values(schema, &own) {
        // Lists are converted once, not once per value.
        let (lists, others): (Vec<_>, Vec<_>) =
            constraints.iter().partition(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
        let lists: Vec<_> = AllowedValues::all(&lists, schema.property_type).collect();
        return values.iter().all(|value| {
            lists.iter().all(|list| list.admits(value)) && satisfies_all(value, schema.property_type, &others)
        });
    }
    match (schema.property_type, kind) {
        (PropertyType::Integer, Kind::Range | Kind::Modulo) => whole_numbers(&own, kind, constraints),
        (PropertyType::Number, Kind::Range | Kind::Modulo) => {
            let steps = own.iter().any(|each| matches!(each.kind, ConstraintKind::Modulo { .. }));
            steps && whole_numbers(&own, kind, constraints)
        }
        (PropertyType::String, Kind::Length) => {
            let patterns = patterns(&own);
            let empty_is_refused = !satisfies_all(&"".into(), PropertyType::String, &own);
            beyond(&own, constraints, Between::lengths)
                .all(|zone| (empty_is_refused && zone.max == Some(0)) || has_no_text(&patterns, None, zone))
        }
        (PropertyType::String, Kind::AllowedPattern | Kind::AllowedValues) => {
            let Some(refusing) = refusing(kind, constraints) else { return false };
            let refusing: Vec<&str> = refusing.iter().map(String::as_str).collect();
            let lengths = Between::lengths(own.iter().copied());
            has_no_text(&patterns(&own), Some(&refusing), lengths)
        }
        (PropertyType::List | PropertyType::Map, Kind::Length) => {
            // Converted text has a length of its own.
            let converts = schema.property_type == PropertyType::Map && schema.allow_conversion;
            !converts && beyond(&own, constraints, Between::lengths).next().is_none()
        }
        (PropertyType::List, Kind::AllowedValues) => items_meet(schema, &own, constraints),
        _ => false,
    }
}

/// Returns whether a property is a list that can only be empty, because Heat refuses every item.
#[must_use]
pub fn admits_only_empty_lists(schema: &PropertySchema) -> bool {
    let own: Vec<&Constraint> = schema.constraints.iter().collect();
    schema.item().is_some_and(|item| !item.implemented || admits_nothing(item))
        || (schema.property_type == PropertyType::List
            // Named members do not constrain items.
            && (schema.members().is_some()
                || is_for_texts(&own)
                || allowed_items(schema, &own).is_some_and(|items| items.is_empty())))
}

/// Returns all values that a property admits, or a superset of them, if there are few.
fn all_values(schema: &PropertySchema, own: &[&Constraint]) -> Option<Vec<Value>> {
    let lists = own.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
    let others = || {
        own.iter()
            .copied()
            .filter(|each| !matches!(each.kind, ConstraintKind::AllowedValues(_)))
            .collect::<Vec<_>>()
    };
    let property_type = schema.property_type;
    let candidates = match property_type {
        PropertyType::Boolean => {
            return Some(
                [true, false]
                    .map(Value::from)
                    .into_iter()
                    .filter(|flag| satisfies_all(flag, property_type, own))
                    .collect(),
            );
        }
        PropertyType::String | PropertyType::Integer | PropertyType::Number if lists => {
            listed(property_type, own)
        }
        PropertyType::Integer | PropertyType::Number if is_for_texts(own) => vec![0.into()],
        PropertyType::Integer => {
            let between = Between::ranges(own.iter().copied());
            let (min, max) = (between.min?, between.max?);
            if !between.is_exact() || max.saturating_sub(min) > MAX_NUMBERS {
                return None;
            }
            (min..=max).map(number).collect()
        }
        _ => return None,
    };
    let others = others();
    Some(candidates.into_iter().filter(|value| satisfies_all(value, property_type, &others)).collect())
}

/// Returns the parts of a range that some constraints admit and others do not.
fn beyond<'a>(
    own: &[&'a Constraint],
    others: &[&'a Constraint],
    between: fn(Vec<&'a Constraint>) -> Between,
) -> impl Iterator<Item = Between> + use<> {
    let (inner, outer) = (between(own.to_vec()), between(others.to_vec()));
    let parts = if inner.is_exact() && outer.is_exact() { inner.without(outer) } else { [Some(inner), None] };
    parts.into_iter().flatten()
}

fn whole_numbers(own: &[&Constraint], kind: Kind, constraints: &[&Constraint]) -> bool {
    let Ok(steps) = Progression::of(own.iter().copied()) else { return false };
    let Some(steps) = steps else { return true };
    match kind {
        Kind::Modulo => match Progression::of(constraints.iter().copied()) {
            Ok(Some(wider)) => steps.is_within(wider),
            _ => false,
        },
        _ => beyond(own, constraints, Between::ranges).all(|zone| steps.between(zone).next().is_none()),
    }
}

/// Returns patterns of which at least one rejects every value that the constraints reject.
fn refusing(kind: Kind, constraints: &[&Constraint]) -> Option<Vec<String>> {
    if kind == Kind::AllowedPattern {
        return Some(patterns(constraints).into_iter().map(str::to_owned).collect());
    }
    let named = listed(PropertyType::String, constraints);
    (named.len() <= MAX_TEXTS).then(|| vec![pattern_of_values(&named)])
}

fn has_no_text(accepting: &[&str], refusing: Option<&[&str]>, lengths: Between) -> bool {
    if lengths.is_empty() {
        return true;
    }
    // If no displayable length is the maximum, one is used anyway.
    let Some(lengths) = text_lengths(lengths).or_else(|| {
        lengths
            .min
            .filter(|min| usize::try_from(*min).map_or(true, |min| min > MAX_LENGTH))
            .map(|_| Lengths::ANY)
    }) else {
        return false;
    };
    let all: Vec<&str> = accepting.iter().chain(refusing.into_iter().flatten()).copied().collect();
    if all.is_empty() {
        return false;
    }
    let found = Languages::new(&all)
        .and_then(|mut languages| languages.first(accepting, refusing, lengths, &mut |_| true));
    matches!(found, Ok(None))
}

/// Returns the items that a list's allowed values admit, if it has any, without those that an item cannot be.
fn allowed_items(schema: &PropertySchema, own: &[&Constraint]) -> Option<Vec<Value>> {
    own.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_))).then_some(())?;
    let may_be = |value: &Value| {
        schema.item().is_none_or(|item| {
            let of_item: Vec<&Constraint> = item.constraints.iter().collect();
            convert_whole(item, value).is_ok_and(|converted| {
                converted.python_eq(value) && satisfies_all(&converted, item.property_type, &of_item)
            })
        })
    };
    Some(listed(PropertyType::List, own).into_iter().filter(may_be).collect())
}

/// Returns whether a list's items satisfy the constraints on each of them.
fn items_meet(schema: &PropertySchema, own: &[&Constraint], constraints: &[&Constraint]) -> bool {
    if Between::lengths(own.iter().copied()).max == Some(0) {
        return true;
    }
    let allowed = listed(PropertyType::List, constraints);
    let is_allowed = |value: &Value| allowed.iter().any(|other| other.python_eq(value));
    if let Some(items) = allowed_items(schema, own) {
        return items.iter().all(is_allowed);
    }
    let Some(item) = schema.item().filter(|item| !item.property_type.is_collection()) else { return false };
    let of_item: Vec<&Constraint> = item.constraints.iter().collect();
    all_values(item, &of_item).is_some_and(|values| values.iter().all(is_allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_which_no_item_is_allowed_is_empty() {
        fn check(item: &str, kind: Kind, constraint: &str, expect: bool) {
            let schema = format!(
                r#"{{"type": "list", "schema": {{"*": {item}}}, "constraints": [{{"allowed_values": ["a", "5"]}}]}}"#
            );
            let schema: PropertySchema = serde_json::from_str(&schema).unwrap();
            let constraint: Constraint = serde_json::from_str(constraint).unwrap();
            assert_eq!(entails(&schema, kind, &[&constraint]), expect, "{item} {constraint:?}");
        }
        let short = r#"{"length": {"max": 0}}"#;
        check(r#"{"type": "boolean"}"#, Kind::Length, short, true);
        check(r#"{"type": "boolean"}"#, Kind::Length, r#"{"length": {"min": 1}}"#, false);
        check(r#"{"type": "integer"}"#, Kind::Length, short, true);
        check(r#"{"type": "string"}"#, Kind::Length, short, false);
        check(r#"{"type": "string", "constraints": [{"length": {"min": 2}}]}"#, Kind::Length, short, true);
        check(
            r#"{"type": "string", "constraints": [{"length": {"min": 2}}]}"#,
            Kind::AllowedValues,
            r#"{"allowed_values": ["b"]}"#,
            true,
        );
    }

    #[test]
    fn custom_constraints_imply_lengths_and_characters() {
        fn check(property: &str, kind: Kind, constraint: &str, expect: bool) {
            let schema: PropertySchema = serde_json::from_str(property).unwrap();
            let constraint: Constraint = serde_json::from_str(constraint).unwrap();
            assert_eq!(entails(&schema, kind, &[&constraint]), expect, "{property} {constraint:?}");
        }
        let text = |name: &str| {
            format!(r#"{{"type": "string", "constraints": [{{"custom_constraint": "{name}"}}]}}"#)
        };
        let number = |name: &str| text(name).replace("string", "number");
        let length = |max: usize| format!(r#"{{"length": {{"max": {max}}}}}"#);
        let pattern = |pattern: &str| format!(r#"{{"allowed_pattern": "{pattern}"}}"#);
        check(&text("ip_addr"), Kind::Length, &length(45), true);
        check(&text("ip_addr"), Kind::Length, &length(44), false);
        check(&text("dns_name"), Kind::Length, &length(256), true);
        check(&text("dns_name"), Kind::Length, &length(255), false);
        check(&text("ip_addr"), Kind::AllowedPattern, &pattern(".*"), true);
        check(&text("ip_addr"), Kind::AllowedPattern, &pattern("[0-9.]+"), false);
        check(&text("net_cidr"), Kind::AllowedPattern, &pattern(".*"), true);
        check(&text("net_cidr"), Kind::Length, &length(255), false);
        check(&text("cron_expression"), Kind::AllowedPattern, &pattern(".*"), false);
        // One accepts an empty text, and the other a line feed at the end.
        check(&text("dns_name"), Kind::AllowedPattern, &pattern(".+"), false);
        check(&text("mac_addr"), Kind::Length, &length(18), true);
        check(&text("mac_addr"), Kind::Length, &length(17), false);
        check(&text("nova.flavor"), Kind::Length, &length(1000), false);
        // Among numbers, it accepts only 0, or none.
        check(&number("dns_name"), Kind::Range, r#"{"range": {"max": 0}}"#, true);
        check(&number("dns_name"), Kind::Range, r#"{"range": {"max": -1}}"#, false);
        check(&number("mac_addr"), Kind::Range, r#"{"range": {"max": -1}}"#, true);
        check(&number("nova.flavor"), Kind::Range, r#"{"range": {"max": 0}}"#, false);
    }
}
