//! Reads dependencies by value.

use heat_yaml::Node;

use super::fields::Reader;
use crate::{EmptyValue, ValueDependency};

const KEYS: [&str; 8] =
    ["type", "property", "or_property", "equals", "or_equals", "of", "empty", "first_item"];

/// The dependencies by value of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<ValueDependency> {
    reader.items(node, "`dependencies_by_value`", dependency)
}

fn dependency(reader: &mut Reader<'_>, node: &Node) -> Option<ValueDependency> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a dependency by value", &KEYS)?;
    reader.require(&fields, "a dependency by value", &["type", "property", "equals"]);
    let mut path = |key: &str| fields.get(key).and_then(|node| reader.strings(node, &format!("`{key}`")));
    let (property, equals) = (path("property"), path("equals"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let mut dependency = ValueDependency::new(text("type")?, property?, equals?);
    dependency.or_property = text("or_property");
    dependency.or_equals = text("or_equals");
    dependency.of = text("of");
    let words = EmptyValue::ALL.map(EmptyValue::as_str);
    dependency.empty = fields
        .get("empty")
        .and_then(|node| reader.word(node, "invalid-value", "a treatment of empty values", &words));
    let first_item = fields.get("first_item").and_then(|node| reader.boolean(node, "`first_item`"));
    dependency.first_item = first_item.unwrap_or_default();
    // Without the missing part, it would be a different dependency.
    (reader.diagnostics.len() == errors_before).then_some(dependency)
}
