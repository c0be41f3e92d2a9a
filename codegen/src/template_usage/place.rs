//! The way from a resource to a value, as schemas and templates share it.

use heat_model::{PropertySchema, ResourceType, SchemaPath, Segment};

use crate::property_path::PropertyPath;

/// Where in a resource properties stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Properties,
    UpdatePolicy,
}

/// The way to a property, member or item, and the section that it begins in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PropertyPlace<'f> {
    pub(super) section: Section,
    pub(super) path: PropertyPath<'f>,
}

impl<'f> PropertyPlace<'f> {
    /// The place at the beginning of a path behind the section's name, and what is behind the place.
    pub(super) fn read(section: Section, path: &'f [Segment]) -> Option<(Self, &'f [Segment])> {
        let (path, rest) = PropertyPath::read(path)?;
        Some((Self { section, path }, rest))
    }

    /// The property's schema on the side that a path is of.
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
