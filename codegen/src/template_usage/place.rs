//! The way from a resource to a value, as schemas and templates share it.

use heat_model::{PropertySchema, ResourceType, SchemaPath, Segment};

/// Where in a resource properties stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Properties,
    UpdatePolicy,
}

/// A step from a resource's properties to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'f> {
    /// To a property, or a member of a map.
    Member(&'f str),
    /// To each item of a list.
    Items,
}

/// The way to a property, member or item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PropertyPlace<'f> {
    pub(super) section: Section,
    pub(super) steps: Vec<Step<'f>>,
}

impl<'f> PropertyPlace<'f> {
    /// The place at the beginning of a path behind the section's name, and what is behind the place.
    pub(super) fn read(section: Section, path: &'f [Segment]) -> Option<(Self, &'f [Segment])> {
        let (Segment::Key(name), mut rest) = path.split_first()? else { return None };
        let mut steps = vec![Step::Member(name)];
        while let [Segment::Key(schema), Segment::Key(name), behind @ ..] = rest
            && schema == "schema"
        {
            steps.push(match name.as_str() {
                heat_model::NestedSchema::ITEM_KEY => Step::Items,
                name => Step::Member(name),
            });
            rest = behind;
        }
        Some((Self { section, steps }, rest))
    }

    /// The property's schema on the side that a path is of.
    pub(super) fn schema<'t>(
        resource_type: &'t ResourceType,
        path: &SchemaPath,
    ) -> Option<&'t PropertySchema> {
        let (section, rest) = path.0.split_first()?;
        let (section, schemas) = match section {
            Segment::Key(key) if key == "properties" => (Section::Properties, &resource_type.properties),
            Segment::Key(key) if key == "update_policy" => {
                (Section::UpdatePolicy, &resource_type.update_policy)
            }
            _ => return None,
        };
        let (place, _) = PropertyPlace::read(section, rest)?;
        let mut steps = place.steps.iter();
        let Some(Step::Member(first)) = steps.next() else { return None };
        steps.try_fold(schemas.get(*first)?, |schema, step| match step {
            Step::Member(name) => schema.members()?.get(*name),
            Step::Items => schema.item(),
        })
    }
}
