//! Location of an item on both sides.

use heat_model::{ResourceType, SchemaPath};

/// Location of an item on both sides.
#[derive(Debug, Clone)]
pub struct PlacePair<'a> {
    /// The type's name; if it was renamed, the old one.
    pub resource_type: &'a str,
    /// The path in the old schema.
    pub before: Option<SchemaPath>,
    /// The path in the new schema.
    pub after: Option<SchemaPath>,
    /// The item's position in the order of the type's findings.
    pub(crate) position: usize,
}

impl<'a> PlacePair<'a> {
    /// A type that only exists on the old side.
    #[must_use]
    pub fn of_gone_type(gone: &'a ResourceType) -> Self {
        Self { resource_type: &gone.name, before: Some(SchemaPath::root()), after: None, position: 0 }
    }

    /// A type that only exists on the new side.
    #[must_use]
    pub fn of_new_type(new: &'a ResourceType) -> Self {
        Self { resource_type: &new.name, before: None, after: Some(SchemaPath::root()), position: 0 }
    }

    /// Location of a list item, on the old side only.
    #[must_use]
    pub fn before_item(&self, index: usize) -> Self {
        Self { before: self.before.as_ref().map(|path| path.join(index)), after: None, ..self.clone() }
    }

    /// Location of a list item, on the new side only.
    #[must_use]
    pub fn after_item(&self, index: usize) -> Self {
        Self { before: None, after: self.after.as_ref().map(|path| path.join(index)), ..self.clone() }
    }

    /// Location of a key below this one.
    #[must_use]
    pub fn join(&self, key: &str) -> Self {
        Self {
            before: self.before.as_ref().map(|path| path.join(key)),
            after: self.after.as_ref().map(|path| path.join(key)),
            ..self.clone()
        }
    }
}
