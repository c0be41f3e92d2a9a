//! The effect of a change on a template.

use serde::Serialize;

/// The effect of a change on a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
pub enum Impact {
    /// Heat refuses it, with the reason.
    Fails(String),
    /// The template uses the changed item.
    Uses,
    /// The template may be affected: the value is unknown until a stack is created. Contains the reason, if one of the possible
    /// values is known to be refused.
    May(Option<String>),
}
