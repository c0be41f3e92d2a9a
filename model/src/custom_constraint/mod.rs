//! Custom constraints: the table of those that exist, and holding values against them.
//!
//! A custom constraint is a named check in Heat's Python code. Most of them ask a service whether something of that
//! name or ID exists; twelve look at the value alone. [`CustomConstraintTable`] is `schemas/constraints.yaml`, which
//! says what each is for. [`CustomConstraints`] runs the checks: [`BuiltIn`] knows the twelve, a
//! [`ConstraintRegistry`] adds those of its caller.

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
mod text;
mod timezone;
mod without_cloud;
mod zone_names;

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{SupportStatus, Value};

pub use built_in::BuiltIn;
pub use lookup::{Lookup, UnknownLookup};
pub use moment::Moment;
pub use registry::ConstraintRegistry;
pub use without_cloud::WithoutCloud;

/// What is known of a custom constraint.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomConstraint {
    /// What it accepts, in CommonMark.
    pub description: String,
    /// The client plug-in that it asks; none for those that look at the value alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// What the client plug-in looks the value up by; none for those that look at the value alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookup: Option<Lookup>,
    /// The resource type whose resources it accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<String>,
    /// A value that it accepts, for those that look at the value alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Its life: HIDDEN where only HIDDEN types have used it.
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

/// What a custom constraint says of a value.
///
/// Implemented by [`BuiltIn`], [`ConstraintRegistry`] and [`WithoutCloud`]; an own implementation can ask a cloud.
pub trait CustomConstraints {
    /// Holds a value against the constraint of this name (Heat: `CustomConstraint._is_valid`).
    ///
    /// The value is any at all, not only one of the type that the constraint is meant for: Heat converts values before
    /// it comes here in some places, and in others it does not.
    ///
    /// # Errors
    ///
    /// [`CustomViolation::NotFound`] where no constraint has this name, [`CustomViolation::Refused`] where it refuses
    /// the value. Whether Heat's check answers no or raises an exception makes no difference.
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation>;
}

/// Why a value does not meet a custom constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CustomViolation {
    /// No constraint of this name is registered: an error, as in Heat.
    NotFound,
    /// The value is refused, and why (a phrase for a message; may be empty).
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
