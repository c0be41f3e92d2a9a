//! Allowed values as alternatives in a JSON Schema.
//!
//! Heat treats `"1"` and `1` as the same value. An `enum`, which editors offer, only contains the values as written in the
//! schema; equal values are described by a pattern or a range.

use heat_model::{Integer, Value};
use serde_json::{Value as Json, json};

use super::super::pattern;

/// The maximum number of consecutive integers that are listed individually: nobody chooses from a longer list.
const LONGEST_RUN: i64 = 16;

/// Returns the alternatives for a list of allowed values: the values themselves first, then equal values.
pub(super) fn listed(values: &[Value]) -> Vec<Json> {
    let integers = runs(values.iter().filter_map(as_integer));
    let texts = runs(values.iter().filter_map(as_integer_text));
    let (long, short): (Vec<_>, Vec<_>) =
        integers.into_iter().partition(|(first, last)| last - first >= LONGEST_RUN);
    let is_listed = |value: &&Value| {
        as_integer(value)
            .is_none_or(|integer| short.iter().any(|(first, last)| (*first..=*last).contains(&integer)))
    };
    let own: Vec<Json> =
        values.iter().filter(is_listed).filter_map(|value| serde_json::to_value(value).ok()).collect();
    let mut any = Vec::new();
    if !own.is_empty() {
        any.push(json!({"enum": own}));
    }
    let range = |(first, last): (i64, i64)| json!({"type": "integer", "minimum": first, "maximum": last});
    any.extend(long.into_iter().chain(texts).map(range));
    let mut equal: Vec<String> = values.iter().filter_map(equal_text).collect();
    if !equal.is_empty() {
        equal.sort_unstable();
        equal.dedup();
        let equal: Vec<String> = equal.iter().map(|text| pattern::literal(text)).collect();
        any.push(json!({"type": "string", "pattern": format!("^(?:{})$", equal.join("|"))}));
    }
    let is_text = |text: &str| values.iter().any(|value| value.as_str() == Some(text));
    let equal = [("True", true), ("False", false)].into_iter().filter(|(text, _)| is_text(text));
    any.extend(equal.map(|(_, flag)| json!({"const": flag})));
    any
}

fn as_integer(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(integer) => integer.as_i64(),
        _ => None,
    }
}

/// Returns the integer whose usual text is this value.
fn as_integer_text(value: &Value) -> Option<i64> {
    let text = value.as_str()?;
    let integer = Integer::from_decimal(text)?.as_i64()?;
    (integer.to_string() == text).then_some(integer)
}

/// Returns the text that is equal to a number.
fn equal_text(value: &Value) -> Option<String> {
    match value {
        Value::Integer(integer) => Some(integer.to_string()),
        Value::Float(float) => Some(format!("{float:?}")),
        _ => None,
    }
}

/// Returns the runs of consecutive integers, as their first and last numbers.
fn runs(integers: impl Iterator<Item = i64>) -> Vec<(i64, i64)> {
    let mut sorted: Vec<i64> = integers.collect();
    sorted.sort_unstable();
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for integer in sorted {
        match runs.last_mut() {
            Some((_, last)) if integer <= last.saturating_add(1) => *last = integer,
            _ => runs.push((integer, integer)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[track_caller]
    fn check(values: &[Value], expect: &Json) {
        assert_eq!(Json::from(listed(values)), *expect);
    }

    #[test]
    fn what_equals_a_value_is_accepted_and_not_offered() {
        check(&[value!("tcp"), value!("udp")], &json!([{"enum": ["tcp", "udp"]}]));
        check(
            &[value!(4), value!(6)],
            &json!([{"enum": [4, 6]}, {"type": "string", "pattern": "^(?:4|6)$"}]),
        );
        check(
            &[value!("4"), value!("6")],
            &json!([
                {"enum": ["4", "6"]},
                {"type": "integer", "minimum": 4, "maximum": 4},
                {"type": "integer", "minimum": 6, "maximum": 6},
            ]),
        );
        check(&[value!("True")], &json!([{"enum": ["True"]}, {"const": true}]));
        check(&[value!("010")], &json!([{"enum": ["010"]}]));
    }

    #[test]
    fn a_long_run_is_a_range() {
        let values: Vec<Value> = (0..=255).map(|each| value!(each)).chain([value!("tcp")]).collect();
        let found = listed(&values);
        assert_eq!(
            found[..2],
            [json!({"enum": ["tcp"]}), json!({"type": "integer", "minimum": 0, "maximum": 255})]
        );
        assert!(found[2]["pattern"].as_str().unwrap().contains("|255|"), "{}", found[2]);
        assert_eq!(found.len(), 3);
    }
}
