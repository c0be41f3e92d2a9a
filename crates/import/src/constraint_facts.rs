//! The facts of custom constraints.

use serde::Deserialize;

/// What the class of a custom constraint says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct ConstraintFacts {
    /// The client plug-in that it asks.
    #[serde(default)]
    pub client_plugin: Option<String>,
    /// The method of the client plug-in that finds what a value names.
    #[serde(default)]
    pub getter: Option<String>,
    /// What its author says of it.
    #[serde(default)]
    pub description: Option<String>,
}
