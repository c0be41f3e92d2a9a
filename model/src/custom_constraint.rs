//! The custom constraints that exist, with what each accepts: `schemas/constraints.yaml`.
//!
//! A custom constraint is a named check in Heat's Python code; most of them ask a service whether something of that
//! name or ID exists. This is the table of names; running the checks is not its business.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What is known of a custom constraint.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomConstraint {
    /// What it accepts, in CommonMark.
    pub description: String,
    /// The client plug-in that it asks; none for those that look at the value alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// The resource type whose resources it accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<String>,
    /// A value that it accepts, for those that look at the value alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// All custom constraints by name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CustomConstraintTable {
    /// The constraints, sorted by name.
    pub constraints: IndexMap<String, CustomConstraint>,
}

impl CustomConstraintTable {
    /// The constraint of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CustomConstraint> {
        self.constraints.get(name)
    }
}
