//! What looking up a type gives.

use super::super::location::EntryLocation;

/// What a resource type stands for.
#[derive(Debug, Clone)]
pub enum Resolution {
    /// A resource type that Heat has.
    Type(String),
    /// A nested template.
    Template {
        /// The entry of the registry that says so; the type itself, if it is the name of a template.
        name: String,
        /// The name of the template.
        path: String,
        /// Where the entry stands; none if the type is the name of a template, or the registry Heat's own.
        place: Option<EntryLocation>,
    },
}
