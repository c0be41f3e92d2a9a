//! Values that a service takes only once, and resources that only one other resource can hold.
//!
//! Heat creates the new resource of a replacement before it deletes the old one, in both of its engines. So a replacement that
//! keeps such a value fails, as do two resources of a stack with the same value.

use serde::{Deserialize, Serialize};

use crate::property::is_false;
use crate::validation_rule::Condition;
use crate::word::words;

/// Properties whose values, together, a service takes only once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UniqueKey {
    /// Properties, by their paths from the top. A path through a list, or to one, leads to each of its items.
    pub properties: Vec<Vec<String>>,
    /// Part of the cloud within which the values are unique.
    #[serde(default, skip_serializing_if = "is_default")]
    pub within: Within,
    /// Conditions under which the values are unique.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Meaning of a property without a value.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unset: UnsetValue,
    /// `true` if networks with a common address collide. If false, values collide if they are equal.
    #[serde(default, skip_serializing_if = "is_false")]
    pub overlapping: bool,
    /// Outcome of a second resource with the same values.
    #[serde(default, skip_serializing_if = "is_default")]
    pub second: Collision,
    /// `true` if the plug-in frees the values of the old resource before it creates the new one (`prepare_for_replace`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub freed_first: bool,
    /// Message of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A property that holds another resource exclusively: no second resource can hold it in the same role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExclusiveHold {
    /// Property that refers to the other resource, by its path from the top. A path through a list leads to each of its items.
    pub property: Vec<String>,
    /// Role in which the resource is held, such as `device` for a port. Other types that hold it in the same role collide.
    #[serde(rename = "as")]
    pub role: String,
    /// Condition of the collision that only a cloud knows, in words that follow `if`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_cloud: Option<String>,
    /// `true` if the plug-in frees the other resource before a replacement (`prepare_for_replace`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub freed_first: bool,
    /// Message of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Contents of a resource that are lost with it, and that the template does not bring back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// Noun phrase for the contents, such as `the data on the volume`.
    pub what: String,
    /// Conditions on the properties of the resource under which it holds them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// `true` if the contents are data of people, which nothing makes again. Otherwise, other systems may know them, such as an
    /// address.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_data: bool,
    /// Consequence of replacing the resource, as a clause: `the public address changes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when_replaced: Option<String>,
}

/// Part of a cloud within which values are unique.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Within {
    /// A part that resources of one stack have in common.
    Scope(Scope),
    /// The resources with the same values of these properties, such as the parent.
    Same(Vec<Vec<String>>),
}

/// A part of a cloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The whole cloud.
    Cloud,
    /// A domain of Keystone.
    Domain,
    /// A project.
    Project,
    /// A user.
    User,
}

words!(Scope, "a part of a cloud", [
    Cloud => "cloud",
    Domain => "domain",
    Project => "project",
    User => "user",
]);

/// Meaning of a property without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnsetValue {
    /// Any number of resources can be without it.
    #[default]
    Several,
    /// Heat or the service makes a value that is free.
    Generated,
    /// Having no value is a value, too, that is taken only once.
    Once,
}

words!(UnsetValue, "a meaning of a property without a value", [
    Several => "several",
    Generated => "generated",
    Once => "once",
]);

/// Outcome of a second resource with the same values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Collision {
    /// The service refuses it.
    #[default]
    Refused,
    /// Both resources are one and the same in the service: the deletion of one deletes the other.
    Shared,
    /// Heat takes the refusal for a busy service, and waits until the stack times out.
    Waits,
}

words!(Collision, "an outcome of a collision", [
    Refused => "refused",
    Shared => "shared",
    Waits => "waits",
]);

impl Default for Within {
    fn default() -> Self {
        Self::Scope(Scope::Cloud)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl UniqueKey {
    /// Calls `visit` with each path of the key, from the top of the properties.
    pub fn visit_paths(&self, visit: &mut dyn FnMut(&[String])) {
        let same = match &self.within {
            Within::Same(paths) => paths.as_slice(),
            Within::Scope(_) => &[],
        };
        for path in self.properties.iter().chain(same) {
            visit(path);
        }
        for condition in &self.when {
            condition.visit_paths(&mut |path, _| visit(path));
        }
    }
}
