//! Validation rules: conditions that the properties of a resource must satisfy together.
//!
//! In Heat, the method `validate` of a plug-in compares properties with each other, after each has been validated on its own: a
//! server needs an image or a volume to boot from, a subnet has no IPv6 modes if it is of version 4. A validation rule expresses
//! such a check as data.
//! A rule consists of conditions, each of which is true a number of times: once or not at all for a property, and as often as
//! items match for a list.

mod plugin_message;
mod rule_map;
mod sentence;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

pub use self::plugin_message::{Gap, PluginMessage, RESOURCE_NAME};
use self::rule_map::RuleMap;
use crate::Value;
use crate::word::words;

/// A rule about several properties.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RuleMap", into = "RuleMap")]
pub struct ValidationRule {
    /// List whose items are checked one by one, by its path from the top; all paths then begin in the item.
    pub for_each: Option<Vec<String>>,
    /// Conditions of the rule, which only applies if all of them are true.
    pub when: Vec<Condition>,
    /// Requirement of the rule.
    pub requirement: Requirement,
    /// Message for data that violate the rule, instead of the built-in one.
    pub description: Option<String>,
    /// Message of the plug-in in Heat for such data, word for word, with [gaps](PluginMessage) for names and values.
    pub message: Option<String>,
    /// Class of the exception that the plug-in raises, if it is not `StackValidationFailed`.
    pub exception: Option<String>,
    /// `true` if such data were already refused before the schema had the rule: the rule documents a check of the plug-in, and
    /// templates that were accepted still are. Only a comparison of schemas uses it.
    pub already_enforced: bool,
}

/// Requirement of a validation rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Requirement {
    /// The conditions are true at most once, counted together.
    AtMostOne(Vec<Condition>),
    /// The conditions are true at least once.
    AtLeastOne(Vec<Condition>),
    /// The conditions are true exactly once.
    ExactlyOne(Vec<Condition>),
    /// Each of the conditions is true.
    All(Vec<Condition>),
    /// None of the conditions is true.
    None(Vec<Condition>),
    /// The properties among these that are filled have the same value.
    Equal(Vec<Vec<String>>),
    /// None of the numbers is greater than a later one; missing numbers are ignored.
    Ascending(Vec<Operand>),
}

/// A condition on the properties of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Condition {
    /// A property is [filled](PropertyState::Filled).
    Filled(Vec<String>),
    /// A property is in a state.
    Is {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The state.
        is: PropertyState,
    },
    /// A property has one of some values.
    In {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The values.
        #[serde(rename = "in")]
        values: Vec<Value>,
    },
    /// A property has none of some values.
    NotIn {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The values.
        #[serde(rename = "not_in")]
        values: Vec<Value>,
    },
    /// The value of a property satisfies a custom constraint.
    Satisfies {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The name of the custom constraint.
        custom_constraint: String,
    },
    /// The value of a property is a text that matches a pattern as a whole.
    Matches {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The pattern, as in a constraint.
        allowed_pattern: String,
    },
    /// True as often as a list has items for which other conditions are true.
    Items {
        /// The list, by its path from the top.
        items: Vec<String>,
        /// Conditions on an item; their paths begin in the item. If omitted, every item matches.
        #[serde(rename = "where", default, skip_serializing_if = "Vec::is_empty")]
        matching: Vec<Condition>,
    },
    /// The value of a property is a number, or the text of one, in a range.
    Range {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The range, as in a constraint.
        range: Bounds,
    },
    /// The value of a property is a text, a list or a map of a length: of so many characters, items or entries.
    Length {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The length, as in a constraint.
        length: Bounds,
    },
    /// The value of a property is a list with an item, a map with a key, or a text with a part.
    Contains {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The item, key or part.
        contains: Value,
    },
    /// The value of a property is an address or a network, all of whose addresses are in another network.
    Within {
        /// The property, by its path from the top.
        property: Vec<String>,
        /// The network around it, such as `10.0.0.0/8`.
        within: String,
    },
    /// True once, if the number of items for which other conditions are true is in a range.
    Count {
        /// The list, by its path from the top.
        items: Vec<String>,
        /// Conditions on an item; their paths begin in the item. If omitted, every item matches.
        #[serde(rename = "where", default, skip_serializing_if = "Vec::is_empty")]
        matching: Vec<Condition>,
        /// The number of items.
        count: Bounds,
    },
    /// True once, if all conditions are true for each item of a list.
    Each {
        /// The list, by its path from the top.
        for_each: Vec<String>,
        /// Conditions on an item; their paths begin in the item.
        all: Vec<Condition>,
    },
    /// True once, if any of the conditions is true.
    Any {
        /// The conditions.
        any: Vec<Condition>,
    },
    /// True once, if all of the conditions are true.
    All {
        /// The conditions.
        all: Vec<Condition>,
    },
    /// True once, if the condition is not true.
    Not {
        /// The condition.
        not: Box<Condition>,
    },
}

/// Step of a path that leads to each item of a list, and to each value of a map. A condition at such a path is true as often as it is true
/// for one of the values.
pub const EACH: &str = "*";

/// Ends of a range, both of which are in the range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Value>,
    /// Greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Value>,
}

impl Bounds {
    /// Returns whether a number is in the range.
    #[must_use]
    pub fn contain(&self, number: &Value) -> bool {
        let is = |end: &Option<Value>, wrong: Ordering| {
            end.as_ref().is_none_or(|end| number.compare_numbers(end).is_some_and(|order| order != wrong))
        };
        is(&self.min, Ordering::Less) && is(&self.max, Ordering::Greater)
    }
}

/// The state of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropertyState {
    /// The property has a value that is not empty: neither an empty text, list or map, nor zero or false, as in Python.
    Filled,
    /// The property is not filled.
    Empty,
    /// The property has a value that is not null.
    Given,
    /// The property has no value, or null.
    Missing,
}

words!(PropertyState, "a state of a property", [
    Filled => "filled",
    Empty => "empty",
    Given => "given",
    Missing => "missing",
]);

/// A number in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Operand {
    /// A number that is written in the rule.
    Constant(i64),
    /// The number that is the value of a property.
    Property(Vec<String>),
    /// The sum of the numbers of some properties. The path of a property leads through lists to all of their items.
    Sum {
        /// The properties.
        sum: Vec<Vec<String>>,
    },
}

impl ValidationRule {
    /// Returns a rule that always applies.
    #[must_use]
    pub fn new(requirement: Requirement) -> Self {
        Self {
            for_each: None,
            when: Vec::new(),
            requirement,
            description: None,
            message: None,
            exception: None,
            already_enforced: false,
        }
    }

    /// Calls `visit` with every path in the rule, from the top of the properties, and whether it leads to a list.
    pub fn visit_paths(&self, visit: &mut dyn FnMut(&[String], bool)) {
        let around = self.for_each.as_deref().unwrap_or_default();
        if !around.is_empty() {
            visit(around, true);
        }
        let mut below = |path: &[String], is_list: bool| visit(&[around, path].concat(), is_list);
        let below: &mut dyn FnMut(&[String], bool) = &mut below;
        visit_all(&self.when, below);
        match &self.requirement {
            Requirement::AtMostOne(conditions)
            | Requirement::AtLeastOne(conditions)
            | Requirement::ExactlyOne(conditions)
            | Requirement::All(conditions)
            | Requirement::None(conditions) => {
                visit_all(conditions, below);
            }
            Requirement::Equal(paths) => paths.iter().for_each(|path| below(path, false)),
            Requirement::Ascending(operands) => {
                operands.iter().flat_map(Operand::paths).for_each(|path| below(path, false));
            }
        }
        if let Some(message) = &self.message {
            PluginMessage::read(message).paths().for_each(|(path, _)| below(&path, false));
        }
    }
}

impl Condition {
    /// Returns the condition with paths that begin at a step further out.
    #[must_use]
    pub fn below(&self, step: &str) -> Self {
        let mut below = self.clone();
        below.visit_roots(&mut |path| path.insert(0, step.to_owned()));
        below
    }

    /// Calls `visit` with every path that begins where the condition does.
    fn visit_roots(&mut self, visit: &mut dyn FnMut(&mut Vec<String>)) {
        match self {
            Self::Filled(path)
            | Self::Is { property: path, .. }
            | Self::In { property: path, .. }
            | Self::NotIn { property: path, .. }
            | Self::Satisfies { property: path, .. }
            | Self::Matches { property: path, .. }
            | Self::Range { property: path, .. }
            | Self::Length { property: path, .. }
            | Self::Contains { property: path, .. }
            | Self::Within { property: path, .. }
            | Self::Items { items: path, .. }
            | Self::Count { items: path, .. }
            | Self::Each { for_each: path, .. } => visit(path),
            Self::Any { any: conditions } | Self::All { all: conditions } => {
                for condition in conditions {
                    condition.visit_roots(visit);
                }
            }
            Self::Not { not } => not.visit_roots(visit),
        }
    }

    /// Calls `visit` with every path in the condition, from the top of the properties, and whether it leads to a list.
    pub fn visit_paths(&self, visit: &mut dyn FnMut(&[String], bool)) {
        match self {
            Self::Filled(property)
            | Self::Is { property, .. }
            | Self::In { property, .. }
            | Self::NotIn { property, .. }
            | Self::Satisfies { property, .. }
            | Self::Matches { property, .. }
            | Self::Range { property, .. }
            | Self::Length { property, .. }
            | Self::Contains { property, .. }
            | Self::Within { property, .. } => visit(property, false),
            Self::Items { items, matching }
            | Self::Count { items, matching, .. }
            | Self::Each { for_each: items, all: matching } => {
                visit(items, true);
                let mut below = |path: &[String], is_list: bool| visit(&[items, path].concat(), is_list);
                visit_all(matching, &mut below);
            }
            Self::Any { any: conditions } | Self::All { all: conditions } => visit_all(conditions, visit),
            Self::Not { not } => not.visit_paths(visit),
        }
    }
}

fn visit_all(conditions: &[Condition], visit: &mut dyn FnMut(&[String], bool)) {
    for condition in conditions {
        condition.visit_paths(visit);
    }
}

impl Operand {
    /// Returns the properties that the operand reads.
    #[must_use]
    pub fn paths(&self) -> &[Vec<String>] {
        match self {
            Self::Constant(_) => &[],
            Self::Property(path) => std::slice::from_ref(path),
            Self::Sum { sum } => sum,
        }
    }
}

impl Requirement {
    /// The key of the requirement in a schema.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::AtMostOne(_) => "at_most_one",
            Self::AtLeastOne(_) => "at_least_one",
            Self::ExactlyOne(_) => "exactly_one",
            Self::All(_) => "all",
            Self::None(_) => "none",
            Self::Equal(_) => "equal",
            Self::Ascending(_) => "ascending",
        }
    }

    /// The keys of all requirements.
    pub const KEYS: [&str; 7] =
        ["at_most_one", "at_least_one", "exactly_one", "all", "none", "equal", "ascending"];
}
