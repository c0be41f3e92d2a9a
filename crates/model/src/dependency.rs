//! Dependencies by value: resources that a resource waits for because values of properties are equal, without any reference
//! between the two.
//!
//! In Heat, the method `add_dependencies` of a plug-in compares its properties with those of the other resources in the stack. A
//! server, for example, waits for all subnets of its networks: only they give its ports their addresses.

use serde::{Deserialize, Serialize};

use crate::property::is_false;
use crate::word::words;

/// The resources of a type that a resource waits for: those of which a property has the same value as one of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueDependency {
    /// The type of the resources that it waits for.
    #[serde(rename = "type")]
    pub resource_type: String,
    /// The property of theirs that is compared, by its path from the top; the items of a list do not add a step.
    pub property: Vec<String>,
    /// The property next to it whose value counts if it is empty itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_property: Option<String>,
    /// The property that it is compared with. Of a list, any item with the value is enough.
    pub equals: Vec<String>,
    /// The property next to it whose value counts if it is empty itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_equals: Option<String>,
    /// The type of the resources that `equals` is a property of: those that the resource already depends on. If it is
    /// omitted, the resource itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// How empty values are compared. If it is omitted, as any others, and nothing is in an empty map or list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyValue>,
    /// Whether only the first item of a list is compared.
    #[serde(default, skip_serializing_if = "is_false")]
    pub first_item: bool,
}

/// How empty values are compared: before the resources exist, many values are not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyValue {
    /// An empty value equals any other.
    Matches,
    /// An empty map or list counts as one null.
    IsNull,
}

words!(EmptyValue, "a treatment of empty values", [
    Matches => "matches",
    IsNull => "is_null",
]);

impl ValueDependency {
    /// A dependency on the resources of a type.
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
