//! Translation rules: how old, renamed or named-by-name properties are read as what the plug-in works with.
//!
//! Follows `heat.engine.translation` and the support-status guide. This module holds the rules as data; applying
//! them to property values is the values' engine.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::Value;

/// What a rule does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleKind {
    /// Adds items to a list.
    Add,
    /// Puts another property's value, or a fixed one, in place of this one.
    Replace,
    /// Drops a value.
    Delete,
    /// Asks a client for the ID behind a name.
    Resolve,
}

impl RuleKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Add, Self::Replace, Self::Delete, Self::Resolve];

    /// The word for it in a schema.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Replace => "replace",
            Self::Delete => "delete",
            Self::Resolve => "resolve",
        }
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that names no kind of rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a translation rule", self.0)
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for RuleKind {
    type Err = UnknownRule;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word).ok_or_else(|| UnknownRule(word.to_owned()))
    }
}

/// A rule that applies only to some property data. In Heat such a rule stands under an `if` in the plug-in's code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The top-level property that decides: the rule applies where it is set, and not empty.
    pub property: String,
    /// The values with which it applies; any where none are listed.
    #[serde(default, rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

/// One rule. Paths name properties from the top; the items of a list have no step of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationRule {
    /// What it does.
    pub rule: RuleKind,
    /// The property whose value changes.
    pub translation_path: Vec<String>,
    /// The value to put there. A map whose only key is `get_property` stands for that property's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The property beside it, in the same list item or map, whose value to put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_name: Option<String>,
    /// The property, by its path from the top, whose value to put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_path: Option<Vec<String>>,
    /// The way on from `value_name` or `value_path`, into a value that has no schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_value_path: Option<Vec<String>>,
    /// The client plug-in that resolves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// The method of the client plug-in that finds the ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finder: Option<String>,
    /// What kind of thing a general finder looks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// When it applies; always where nothing is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

impl TranslationRule {
    /// A rule with nothing but its kind and target.
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

    /// The path, from the top, of the property that the value is taken from.
    #[must_use]
    pub fn source_path(&self) -> Option<Vec<String>> {
        if let Some(name) = &self.value_name {
            let (_, beside) = self.translation_path.split_last()?;
            return Some(beside.iter().cloned().chain([name.clone()]).collect());
        }
        self.value_path.clone()
    }
}
