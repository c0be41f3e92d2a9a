//! Templates as text.

use heat_hot_language::TemplateVersion;
use heat_model::{Integer, Value};
use heat_yaml::{Node, ParseOptions, Severity, Source, Value as Yaml, parse_template};

use crate::compare::{Comparison, Difference, same, untagged};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::written::object;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about template texts. Input `{text}`; the answer has the data that Heat's `template_format.parse` reads from it,
/// first as JSON, then as YAML 1.1.
pub(crate) const FAMILY: Family =
    Family { name: "template_text", verdicts: &["parsed"], details: &[], differences };

/// Parses the data of a template.
fn parse(text: &str) -> Result<Value, String> {
    let parsed = parse_template(&Source::new("template", text), &ParseOptions::template());
    if let Some(error) = parsed.diagnostics.iter().find(|found| found.severity == Severity::Error) {
        return Err(error.message.clone());
    }
    let root = parsed.root.ok_or("there is nothing in it")?;
    let has = |key: &&str| root.as_mapping().is_some_and(|map| map.get(key).is_some());
    if TemplateVersion::KEYS.iter().any(has) { Ok(data(&root)) } else { Err("it has no version".to_owned()) }
}

/// Converts a tree to data, in which values that JSON cannot express are objects with one `$` key.
pub(crate) fn data(node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(*flag),
        Yaml::Integer(small) => Value::from(*small),
        Yaml::BigInteger(digits) => {
            Integer::from_decimal(digits).map_or_else(|| Value::from(digits.as_str()), Value::Integer)
        }
        Yaml::Float(float) => Value::Float(*float),
        Yaml::String(text) => Value::from(text.as_str()),
        Yaml::Binary(bytes) => Value::String(String::from_utf8_lossy(bytes).into_owned()),
        Yaml::Sequence(items) => Value::List(items.iter().map(data).collect()),
        Yaml::Set(items) => object([("$set", Value::List(items.iter().map(data).collect()))]),
        Yaml::Mapping(map) if map.iter().any(|entry| entry.key.as_str().is_none()) => {
            let pairs = map.iter().map(|entry| Value::from(vec![data(&entry.key), data(&entry.value)]));
            object([("$map", Value::List(pairs.collect()))])
        }
        Yaml::Mapping(map) => {
            object(map.iter().map(|entry| (entry.key.as_str().unwrap_or_default(), data(&entry.value))))
        }
    }
}

/// Sorts the members of sets, because sets have no order.
fn sorted_sets(value: &mut Value) {
    match value {
        Value::List(items) => items.iter_mut().for_each(sorted_sets),
        Value::Map(map) => {
            map.values_mut().for_each(sorted_sets);
            if let Some(Value::List(items)) = map.get_mut("$set") {
                items.sort_by_key(ToString::to_string);
            }
        }
        _ => {}
    }
}

/// Returns whether the keys of all maps are in the same order.
fn same_order(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::List(left), Value::List(right)) => {
            left.iter().zip(right).all(|(left, right)| same_order(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.keys().eq(right.keys())
                && left.values().zip(right.values()).all(|(left, right)| same_order(left, right))
        }
        _ => true,
    }
}

fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let mut found = Comparison::default();
    let recorded = vector.output.field("parsed");
    match (recorded, parse(vector.input.text("text")?)) {
        (Some(heat), Ok(mut ours)) => {
            let mut heat = untagged(heat);
            sorted_sets(&mut heat);
            sorted_sets(&mut ours);
            // Heat processes a template in the order in which it is written.
            if !same(&heat, &ours) || !same_order(&heat, &ours) {
                found.differs("parsed", &heat, &ours);
            }
        }
        (None, Err(_)) => {}
        (_, ours) => {
            let ours = ours.map_or_else(|error| format!("error: {error}"), |_| "taken".to_owned());
            found.differs("verdict", &vector.output, &ours);
        }
    }
    Ok(found.differences)
}
