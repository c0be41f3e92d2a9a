//! The one resource of a witness.

use heat_model::Value;
use indexmap::IndexMap;

use crate::property_path::{PathStep, PropertyPath};

/// What a template says of the one resource in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resource<'a> {
    pub(super) type_name: &'a str,
    pub(super) properties: IndexMap<String, Value>,
    /// The attribute that the template has as its output.
    pub(super) attribute: Option<&'a str>,
    /// How far its values are from what people would write: 0 where they are of the types that the schema says.
    pub(super) oddness: u8,
}

impl Resource<'_> {
    /// The resource without a property that stands at the top.
    pub(super) fn without(mut self, path: &PropertyPath<'_>) -> Self {
        if let [PathStep::Name(name)] = path.0.as_slice() {
            self.properties.shift_remove(*name);
        }
        self
    }
}
