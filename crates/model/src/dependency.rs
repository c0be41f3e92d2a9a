//! Dependencies by value: a resource waits for other resources because values of properties are equal, without any reference
//! between the two.
//!
//! In Heat, the method `add_dependencies` of a plug-in compares its properties with those of the other resources in the stack. A
//! server, for example, waits for all subnets of its networks: its ports get their addresses only from the subnets.

use serde::{Deserialize, Serialize};

use crate::property::is_false;
use crate::validation_rule::Condition;
use crate::word::words;

/// A dependency on the resources of a type in which a property has the same value as a property of the dependent resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueDependency {
    /// Type of the resources to wait for.
    #[serde(rename = "type")]
    pub resource_type: String,
    /// Property of those resources that is compared, by its path from the top; the items of a list do not add a step.
    pub property: Vec<String>,
    /// Property next to `property` whose value is used if `property` is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_property: Option<String>,
    /// Property that `property` is compared with. If it is a list, one equal item is enough.
    pub equals: Vec<String>,
    /// Property next to `equals` whose value is used if `equals` is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_equals: Option<String>,
    /// Type of the resources that `equals` is a property of: those that the resource already depends on. If omitted, `equals` is
    /// a property of the resource itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Comparison of empty values. If omitted, they are compared like any other value, and an empty map or list contains nothing
    /// to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyValue>,
    /// `true` if only the first item of a list is compared.
    #[serde(default, skip_serializing_if = "is_false")]
    pub first_item: bool,
}

/// Comparison of empty values, used because many values are not known before the resources exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyValue {
    /// An empty value equals any other.
    Matches,
    /// An empty map or list is compared as one null.
    IsNull,
}

words!(EmptyValue, "a treatment of empty values", [
    Matches => "matches",
    IsNull => "is_null",
]);

/// Resources that a service needs first, although Heat makes no dependency on them: those of a type that have a resource of the
/// stack in common with the one that needs them, such as a network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeedsFirst {
    /// Type of the resources.
    #[serde(rename = "type")]
    pub resource_type: String,
    /// Conditions on the properties of the resource that needs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Reason, in a sentence.
    pub reason: String,
    /// Message of the service if they come later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ValueDependency {
    /// Returns a dependency on the resources of a type.
    pub fn new(resource_type: impl Into<String>, property: Vec<String>, equals: Vec<String>) -> Self {
        Self {
            resource_type: resource_type.into(),
            property,
            or_property: None,
            equals,
            or_equals: None,
            of: None,
            empty: None,
            first_item: false,
        }
    }
}
