//! The new schema without the change that a finding is about: what it still refuses is refused for another reason.

use heat_diff::Finding;
use heat_model::path::Segment;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SchemaPath};

/// The new type as it would be without the change; `None` if the finding is about the type as a whole, or about something that
/// properties do not show.
pub(super) fn undone(finding: &Finding, before: &ResourceType, after: &ResourceType) -> Option<ResourceType> {
    let mut undone = after.clone();
    match section(finding)? {
        "properties_groups" => undone.properties_groups.clone_from(&before.properties_groups),
        "validation_rules" => undone.validation_rules.clone_from(&before.validation_rules),
        "properties" => {
            let names = |path: &'_ Option<SchemaPath>| -> Vec<String> {
                let names = path.as_ref().map(SchemaPath::property_names).unwrap_or_default();
                names.into_iter().map(str::to_owned).collect()
            };
            let (old, new) = (names(&finding.before), names(&finding.after));
            let was = property(before, &old).cloned();
            match was {
                Some(was) if old == new => {
                    restore(property_mut(&mut undone, &new)?, was, finding.rule.aspect);
                }
                was => {
                    remove(&mut undone, &new);
                    if let Some(was) = was {
                        insert(&mut undone, &old, was);
                    }
                }
            }
        }
        _ => return None,
    }
    Some(undone)
}

/// The section of a schema that a finding is about.
fn section(finding: &Finding) -> Option<&str> {
    let path = finding.before.as_ref().or(finding.after.as_ref())?;
    match path.0.first()? {
        Segment::Key(section) => Some(section),
        Segment::Index(_) => None,
    }
}

/// Gives a property what it had before in the respect that changed.
fn restore(property: &mut PropertySchema, was: PropertySchema, aspect: Option<&str>) {
    match aspect {
        Some("update_allowed" | "immutable") => {
            property.update_allowed = was.update_allowed;
            property.immutable = was.immutable;
        }
        Some("required" | "default") => {
            property.required = was.required;
            property.default = was.default;
        }
        Some("implemented") => property.implemented = was.implemented,
        Some("allow_conversion") => property.allow_conversion = was.allow_conversion,
        // A type goes with its constraints.
        _ => {
            property.property_type = was.property_type;
            property.constraints = was.constraints;
            property.schema = was.schema;
            property.allow_conversion = was.allow_conversion;
            property.default = was.default;
        }
    }
}

fn property<'s>(schema: &'s ResourceType, names: &[String]) -> Option<&'s PropertySchema> {
    let (first, rest) = names.split_first()?;
    rest.iter().try_fold(schema.properties.get(first)?, |property, name| match property.schema.as_ref()? {
        NestedSchema::Item(item) => (name == NestedSchema::ITEM_KEY).then_some(&**item),
        NestedSchema::Members(members) => members.get(name),
    })
}

fn property_mut<'s>(schema: &'s mut ResourceType, names: &[String]) -> Option<&'s mut PropertySchema> {
    let (first, rest) = names.split_first()?;
    let first = schema.properties.get_mut(first)?;
    rest.iter().try_fold(first, |property, name| match property.schema.as_mut()? {
        NestedSchema::Item(item) => (name == NestedSchema::ITEM_KEY).then_some(&mut **item),
        NestedSchema::Members(members) => members.get_mut(name),
    })
}

/// Takes a property or a field away.
fn remove(schema: &mut ResourceType, names: &[String]) {
    match names {
        [] => {}
        [name] => _ = schema.properties.shift_remove(name),
        [around @ .., name] => {
            if let Some(PropertySchema { schema: Some(NestedSchema::Members(members)), .. }) =
                property_mut(schema, around)
            {
                members.shift_remove(name);
            }
        }
    }
}

/// Adds a property or a field.
fn insert(schema: &mut ResourceType, names: &[String], property: PropertySchema) {
    match names {
        [] => {}
        [name] => _ = schema.properties.insert(name.clone(), property),
        [around @ .., name] => {
            if let Some(PropertySchema { schema: Some(NestedSchema::Members(members)), .. }) =
                property_mut(schema, around)
            {
                members.insert(name.clone(), property);
            }
        }
    }
}
