//! Access to parts of a schema by the names along their paths.

use heat_model::validate::{Step, ValueError};
use heat_model::{NestedSchema, PropertySchema, ResourceType};

/// The property, field or item at a path of names and `*`.
#[must_use]
pub fn property_at<'s>(schema: &'s ResourceType, path: &[&str]) -> Option<&'s PropertySchema> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(schema.properties.get(*first)?, |property, name| match property.schema.as_ref()? {
        NestedSchema::Item(item) => (*name == NestedSchema::ITEM_KEY).then_some(&**item),
        NestedSchema::Members(members) => members.get(*name),
    })
}

/// Mutable access to the property, field or item at a path of names and `*`.
pub fn property_mut<'s>(schema: &'s mut ResourceType, path: &[&str]) -> Option<&'s mut PropertySchema> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(schema.properties.get_mut(*first)?, |property, name| {
        match property.schema.as_mut()? {
            NestedSchema::Item(item) => (*name == NestedSchema::ITEM_KEY).then_some(&mut **item),
            NestedSchema::Members(members) => members.get_mut(*name),
        }
    })
}

/// The top-level property that an error is about.
pub(crate) fn top_property(error: &ValueError) -> Option<&str> {
    match error.path.0.first()? {
        Step::Name(name) => Some(name),
        Step::Item(_) => None,
    }
}
