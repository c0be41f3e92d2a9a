//! The new schema without the change in a finding. If it still refuses data, the reason is another change.

use heat_diff::{Finding, property_at, property_mut};
use heat_model::path::Segment;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SchemaPath};
use indexmap::IndexMap;

/// The new type as it would be without the change; `None` if the finding is about the type as a whole, or about a part that
/// properties do not show.
pub(super) fn undone(finding: &Finding, before: &ResourceType, after: &ResourceType) -> Option<ResourceType> {
    let mut undone = after.clone();
    match section(finding)? {
        "properties_groups" => undone.properties_groups.clone_from(&before.properties_groups),
        "validation_rules" => undone.validation_rules.clone_from(&before.validation_rules),
        "properties" => {
            let [old, new] = [&finding.before, &finding.after]
                .map(|path| path.as_ref().map(SchemaPath::property_names).unwrap_or_default());
            let was = property_at(before, &old).cloned();
            match was {
                Some(was) if old == new => {
                    restore(property_mut(&mut undone, &new)?, was, finding.rule.aspect);
                }
                was => {
                    if let Some((name, around)) = new.split_last()
                        && let Some(members) = members_mut(&mut undone, around)
                    {
                        members.shift_remove(*name);
                    }
                    if let (Some(was), Some((name, around))) = (was, old.split_last())
                        && let Some(members) = members_mut(&mut undone, around)
                    {
                        members.insert((*name).to_owned(), was);
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

/// Restores the old state of a property for the aspect that changed.
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
        // A type is restored together with its constraints.
        _ => {
            property.property_type = was.property_type;
            property.constraints = was.constraints;
            property.schema = was.schema;
            property.allow_conversion = was.allow_conversion;
            property.default = was.default;
        }
    }
}

/// The properties of a schema, or the fields of the map at a path.
fn members_mut<'s>(
    schema: &'s mut ResourceType,
    around: &[&str],
) -> Option<&'s mut IndexMap<String, PropertySchema>> {
    if around.is_empty() {
        return Some(&mut schema.properties);
    }
    match property_mut(schema, around)?.schema.as_mut()? {
        NestedSchema::Members(members) => Some(members),
        NestedSchema::Item(_) => None,
    }
}
