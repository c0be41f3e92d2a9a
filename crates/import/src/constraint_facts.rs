//! Facts about custom constraints.

use serde::Deserialize;

/// Declarations of a custom constraint's class.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct ConstraintFacts {
    /// Client plug-in that looks values up.
    #[serde(default)]
    pub client_plugin: Option<String>,
    /// Method of the client plug-in that finds the object that a value names.
    #[serde(default)]
    pub getter: Option<String>,
    /// Description from the author of the class.
    #[serde(default)]
    pub description: Option<String>,
}
