//! The single resource of a witness.

use heat_catalogue::property_path::{PathStep, PropertyPath};
use heat_model::Value;
use indexmap::IndexMap;

/// Part of the template that shows the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Purpose<'a> {
    /// The properties of the resource.
    #[default]
    Properties,
    /// An attribute, in the template's output.
    Attribute(&'a str),
    /// The deletion policy `Snapshot`.
    SnapshotDeletion,
    /// A property that no schema declares.
    UndeclaredProperty(&'a str),
}

/// The contents of a template's single resource.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resource<'a> {
    pub(super) type_name: &'a str,
    pub(super) properties: IndexMap<String, Value>,
    pub(super) purpose: Purpose<'a>,
    /// The distance of its values from usual ones: 0 if they have the types of the schema.
    pub(super) oddness: u8,
}

impl Resource<'_> {
    /// The resource without a top-level property.
    pub(super) fn without(mut self, path: &PropertyPath<'_>) -> Self {
        if let [PathStep::Name(name)] = path.0.as_slice() {
            self.properties.shift_remove(*name);
        }
        self
    }
}
