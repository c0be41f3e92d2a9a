//! Translation rules, which translate old, renamed or by-name properties into those that the plug-in uses.
//!
//! Follows `heat.engine.translation` and the support-status guide. This module contains the rules as data; the engine applies
//! them to property values.

use serde::{Deserialize, Serialize};

use crate::Value;
use crate::word::words;

/// Kind of a translation rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleKind {
    /// Adds items to a list.
    Add,
    /// Replaces the value by another property's value, or by a fixed one.
    Replace,
    /// Deletes a value.
    Delete,
    /// Asks a client for the ID of a name.
    Resolve,
}

words!(RuleKind, "a translation rule", [
    Add => "add",
    Replace => "replace",
    Delete => "delete",
    Resolve => "resolve",
]);

/// The condition of a rule that applies only to some property data. In Heat, such a rule is created under an
/// `if` in the plug-in's code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The top-level property that decides.
    pub property: String,
    /// The values for which the rule applies; an unset property is null. If empty, the rule applies for each value that is not
    /// empty.
    #[serde(default, rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

impl When {
    /// Returns whether the rule applies for this value of the property, as Python's `if value` or `if value in values` decides.
    #[must_use]
    pub fn holds(&self, value: &Value) -> bool {
        match self.values.as_slice() {
            [] => value.is_truthy(),
            values => values.iter().any(|known| known.python_eq(value)),
        }
    }
}

/// A translation rule. Paths name properties from the top; the items of a list do not add a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationRule {
    /// Kind of the rule.
    pub rule: RuleKind,
    /// Path of the property whose value changes.
    pub translation_path: Vec<String>,
    /// The value to put there. A map whose only key is `get_property` represents that property's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Sibling property, in the same list item or map, that provides the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_name: Option<String>,
    /// Property that provides the value, by its path from the top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_path: Option<Vec<String>>,
    /// Rest of the path after `value_name` or `value_path`, into a value without a schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_value_path: Option<Vec<String>>,
    /// Client plug-in that resolves the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// The method of the client plug-in that finds the ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finder: Option<String>,
    /// The kind of resource that a generic finder looks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// Condition of the rule; if omitted, the rule always applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

impl TranslationRule {
    /// Returns a rule with only a kind and a target.
    #[must_use]
    pub fn new(rule: RuleKind, translation_path: Vec<String>) -> Self {
        Self {
            rule,
            translation_path,
            value: None,
            value_name: None,
            value_path: None,
            custom_value_path: None,
            client_plugin: None,
            finder: None,
            entity: None,
            when: None,
        }
    }

    /// Reason why Heat cannot create the rule, whatever the data are (`TranslationRule.validate` of `heat.engine.translation`):
    /// in this case, no resource of the type can be loaded.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        // Heat treats an empty value as missing. The value of another property depends on the data.
        let value =
            self.value.as_ref().filter(|value| value.is_truthy() && referred_property(value).is_none());
        let sources = [self.value_path.is_some(), value.is_some(), self.value_name.is_some()];
        let is_empty = |text: &Option<String>| text.as_ref().is_none_or(String::is_empty);
        if sources.into_iter().filter(|given| *given).count() > 1 {
            Some("`value`, `value_name` and `value_path` exclude each other")
        } else if self.rule == RuleKind::Add && value.is_some_and(|value| value.as_list().is_none()) {
            Some("an `add` rule adds the items of a list, and its `value` is none")
        } else if self.rule == RuleKind::Resolve && is_empty(&self.client_plugin) && is_empty(&self.finder) {
            Some("a `resolve` rule needs `client_plugin` and `finder`")
        } else {
            None
        }
    }

    /// Path, from the top, of the property that the value is taken from.
    #[must_use]
    pub fn source_path(&self) -> Option<Vec<String>> {
        if let Some(name) = &self.value_name {
            let (_, beside) = self.translation_path.split_last()?;
            return Some(beside.iter().cloned().chain([name.clone()]).collect());
        }
        self.value_path.clone()
    }

    /// Top-level properties that the rule reads: the one that the value is taken from, those that `value` refers to, and the one
    /// that decides whether the rule applies.
    #[must_use]
    pub fn properties_read(&self) -> Vec<&str> {
        let mut names = Vec::new();
        match (&self.value_name, self.translation_path.as_slice()) {
            (Some(name), [_]) => names.push(name.as_str()),
            (Some(_), [top, ..]) => names.push(top),
            _ => names.extend(self.value_path.as_ref().and_then(|path| path.first()).map(String::as_str)),
        }
        self.value.iter().for_each(|value| properties_in(value, &mut names));
        names.extend(self.when.as_ref().map(|when| when.property.as_str()));
        names
    }

    /// Returns whether a top-level property never has a value after the rule was applied: the rule deletes the value, or moves it
    /// elsewhere. An update compares properties after their rules were applied, so it never finds that such a property changed.
    #[must_use]
    pub fn always_removes(&self, name: &str) -> bool {
        if self.when.is_some() || self.custom_value_path.is_some() {
            return false;
        }
        match self.rule {
            RuleKind::Delete => self.translation_path == [name],
            RuleKind::Replace => self.source_path().is_some_and(|path| path == [name]),
            RuleKind::Add | RuleKind::Resolve => false,
        }
    }
}

/// Name of the property that a rule's value refers to: `{get_property: name}`.
pub(crate) fn referred_property(value: &Value) -> Option<&str> {
    let map = value.as_map().filter(|map| map.len() == 1)?;
    map.get("get_property")?.as_str()
}

/// Adds the properties that a rule's value refers to, at any depth.
fn properties_in<'a>(value: &'a Value, names: &mut Vec<&'a str>) {
    if let Some(name) = referred_property(value) {
        names.push(name);
        return;
    }
    match value {
        Value::List(items) => items.iter().for_each(|item| properties_in(item, names)),
        Value::Map(map) => map.iter().for_each(|(_, member)| properties_in(member, names)),
        _ => {}
    }
}
