//! What a change does to a template.

use serde::Serialize;

/// What a change does to a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
pub enum Impact {
    /// Heat refuses it, and why.
    Fails(String),
    /// It uses what changed.
    Uses,
    /// It may be affected: what the value is turns out when a stack is made. Why, where one of the values is known to be
    /// refused.
    May(Option<String>),
}
