//! The path from a resource to a value, in a form that schemas and templates share.

use heat_catalogue::property_path::PropertyPath;
use heat_model::{PropertySchema, ResourceType, SchemaPath, Segment};

/// The section of a resource that contains properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Properties,
    UpdatePolicy,
}

/// The path to a property, field or item, and the section in which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PropertyPlace<'f> {
    pub(super) section: Section,
    pub(super) path: PropertyPath<'f>,
}

impl<'f> PropertyPlace<'f> {
    /// Reads the path after the section's name, and returns it with the rest.
    pub(super) fn read(section: Section, path: &'f [Segment]) -> Option<(Self, &'f [Segment])> {
        let (path, rest) = PropertyPath::read(path)?;
        Some((Self { section, path }, rest))
    }

    /// The property's schema on the side of the path.
    pub(super) fn schema<'t>(
        resource_type: &'t ResourceType,
        path: &SchemaPath,
    ) -> Option<&'t PropertySchema> {
        let (section, rest) = path.0.split_first()?;
        let schemas = match section {
            Segment::Key(key) if key == "properties" => &resource_type.properties,
            Segment::Key(key) if key == "update_policy" => &resource_type.update_policy,
            _ => return None,
        };
        PropertyPath::read(rest)?.0.schema(schemas)
    }
}
