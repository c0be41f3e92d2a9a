//! Custom constraints: the table of known ones, and the checks of values against them.
//!
//! A custom constraint is a named check in Heat's Python code. Most of them ask a service whether something
//! with that name or ID exists; twelve depend only on the value. [`CustomConstraintTable`] is
//! `schemas/constraints.yaml`, which describes each of them. [`CustomConstraints`] runs the checks:
//! [`BuiltIn`] has the twelve, and a [`ConstraintRegistry`] adds the caller's own.

mod built_in;
mod cron;
mod dns;
mod ip;
mod iso8601;
mod json_string;
mod lookup;
mod mac;
mod moment;
mod registry;
mod removed;
mod text;
mod timezone;
mod without_cloud;
mod zone_names;

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{SupportStatus, Value};

pub use built_in::BuiltIn;
pub use lookup::Lookup;
pub use moment::Moment;
pub use registry::ConstraintRegistry;
pub use removed::removed_in;
pub use without_cloud::WithoutCloud;

/// The description of a custom constraint.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomConstraint {
    /// Description of the values that the constraint accepts, in CommonMark.
    pub description: String,
    /// Client plug-in that the constraint asks; `None` for constraints that depend only on the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// Identifier by which the client plug-in looks up the value; `None` for constraints that depend only on the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookup: Option<Lookup>,
    /// The resource type whose resources it accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<String>,
    /// A value that the constraint accepts, for constraints that depend only on the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The support status of the constraint: HIDDEN if only HIDDEN types have used it.
    #[serde(default, skip_serializing_if = "SupportStatus::is_empty")]
    pub support_status: SupportStatus,
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

/// Checks values against custom constraints.
///
/// Implemented by [`BuiltIn`], [`ConstraintRegistry`] and [`WithoutCloud`]; a custom implementation can ask a
/// cloud.
pub trait CustomConstraints {
    /// Checks a value against the constraint with this name (Heat: `CustomConstraint._is_valid`).
    ///
    /// The value can have any type, not only the one that the constraint is meant for: Heat converts values
    /// before the check in some places, but not in others.
    ///
    /// # Errors
    ///
    /// [`CustomViolation::NotFound`] if no constraint has this name, [`CustomViolation::Refused`] if it
    /// rejects the value. Whether Heat's check returns false or raises an exception makes no difference.
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation>;

    /// Help for an unknown name: the name that was probably meant, or the release in which the constraint was removed.
    fn help_with_unknown(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Reason why a value violates a custom constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CustomViolation {
    /// No constraint is registered under this name: an error, as in Heat.
    NotFound,
    /// The value is rejected, with the reason (a phrase for a message; may be empty).
    Refused(String),
}

impl fmt::Display for CustomViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFound => "there is no such custom constraint",
            Self::Refused(why) if why.is_empty() => "the value is refused",
            Self::Refused(why) => why,
        })
    }
}

impl std::error::Error for CustomViolation {}
