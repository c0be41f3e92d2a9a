//! Reads translation rules.

use heat_yaml::Node;

use super::fields::Reader;
use crate::{RuleKind, TranslationRule, When};

const KEYS: [&str; 10] = [
    "rule",
    "translation_path",
    "value",
    "value_name",
    "value_path",
    "custom_value_path",
    "client_plugin",
    "finder",
    "entity",
    "when",
];

/// Reads the translation rules of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<TranslationRule> {
    reader.items(node, "`translation_rules`", rule)
}

fn rule(reader: &mut Reader<'_>, node: &Node) -> Option<TranslationRule> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a translation rule", &KEYS)?;
    reader.require(&fields, "a translation rule", &["rule", "translation_path"]);
    let words = RuleKind::ALL.map(RuleKind::as_str);
    let kind =
        fields.get("rule").and_then(|node| reader.word(node, "invalid-value", "a translation rule", &words));
    let path = fields.get("translation_path").and_then(|node| reader.path(node, "`translation_path`"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let mut rule = TranslationRule::new(kind.unwrap_or(RuleKind::Delete), path.clone().unwrap_or_default());
    rule.value_name = text("value_name");
    rule.client_plugin = text("client_plugin");
    rule.finder = text("finder");
    rule.entity = text("entity");
    let mut path_of = |key: &str| fields.get(key).and_then(|node| reader.path(node, &format!("`{key}`")));
    rule.value_path = path_of("value_path");
    rule.custom_value_path = path_of("custom_value_path");
    rule.value = fields.get("value").map(|node| reader.value(node));
    rule.when = fields.get("when").and_then(|node| when(reader, node));
    // Without the missing part, it would be a different rule.
    (reader.diagnostics.len() == errors_before).then_some(rule)
}

/// Reads the condition that a property has one of some values.
pub(super) fn when(reader: &mut Reader<'_>, node: &Node) -> Option<When> {
    let fields = reader.fields(node, "`when`", &["property", "in"])?;
    reader.require(&fields, "`when`", &["property"]);
    let property = fields.get("property")?;
    let values = fields.get("in").map_or(&[][..], |node| reader.list(node, "`in`"));
    let values = values.iter().map(|item| reader.value(item)).collect();
    Some(When { property: reader.string(property, "`property`")?, values })
}
