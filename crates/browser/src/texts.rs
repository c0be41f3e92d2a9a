//! The names of the texts that the page gives: they stand in excerpts, and tell the page which of its fields a place is in.

/// The name of the template.
pub(crate) const TEMPLATE: &str = "template.yaml";

/// The name of the environment.
pub(crate) const ENVIRONMENT: &str = "environment.yaml";
