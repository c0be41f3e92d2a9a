//! Names of the texts that the page passes: excerpts show them, and they tell the page in which of its fields a position is.

/// The name of the template.
pub(crate) const TEMPLATE: &str = "template.yaml";

/// The name of the environment.
pub(crate) const ENVIRONMENT: &str = "environment.yaml";
