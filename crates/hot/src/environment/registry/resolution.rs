//! Result of looking up a type.

use super::super::location::EntryLocation;

/// Replacement of a resource type.
#[derive(Debug, Clone)]
pub enum Resolution {
    /// A resource type that Heat has.
    Type(String),
    /// A nested template.
    Template {
        /// Key of the entry in the registry; the type itself, if it is the name of a template.
        name: String,
        /// Name of the template.
        path: String,
        /// Location of the entry; `None` if the type is the name of a template, or if the entry is in Heat's own registry.
        place: Option<EntryLocation>,
    },
}
