//! Resource types as Heat's API shows them: HIDDEN types are not supported, and every type has the base attribute.

use heat_model::{NestedSchema, PropertySchema, ResourceType};
use indexmap::IndexMap;

use crate::outcome::Failure;
use crate::schema_files::SchemaFiles;

/// The type of this name.
///
/// # Errors
/// If there is none, or if it is HIDDEN and HIDDEN types are not asked for.
pub fn find<'a>(
    files: &'a SchemaFiles,
    name: &str,
    include_hidden: bool,
) -> Result<&'a ResourceType, Failure> {
    let Some(file) = files.files.get(name) else {
        let visible = files.files.values().map(|file| &file.schema);
        let visible = visible.filter(|schema| include_hidden || !schema.is_hidden());
        let known = visible.map(|schema| schema.name.as_str());
        return Err(Failure::unknown("resource type", name, known, "`heat-codegen list` lists all types"));
    };
    if file.schema.is_hidden() && !include_hidden {
        return Err(not_supported(&file.schema));
    }
    Ok(&file.schema)
}

/// Heat's `NotSupported`, with further information.
fn not_supported(schema: &ResourceType) -> Failure {
    let status = &schema.support_status;
    let since = status.version().map(|version| format!(" since {version}")).unwrap_or_default();
    let failure = Failure::refused(format!("{} is not supported", schema.name))
        .with_note(format!("it is HIDDEN{since}"));
    match status.message() {
        Some(message) => failure.with_note(message.trim_end_matches('.')),
        None => failure,
    }
}

/// The type as Heat's API shows it: without HIDDEN and unimplemented items.
#[must_use]
pub fn shown(schema: &ResourceType) -> ResourceType {
    let mut shown = schema.without_hidden();
    retain_implemented(&mut shown.properties);
    retain_implemented(&mut shown.update_policy);
    shown
}

fn retain_implemented(members: &mut IndexMap<String, PropertySchema>) {
    members.retain(|_, member| member.implemented);
    for member in members.values_mut() {
        retain_implemented_below(member);
    }
}

fn retain_implemented_below(schema: &mut PropertySchema) {
    match &mut schema.schema {
        Some(NestedSchema::Members(members)) => retain_implemented(members),
        Some(NestedSchema::Item(item)) => retain_implemented_below(item),
        None => {}
    }
}

/// Adds the attribute that every type has; schema files omit it.
pub fn add_base_attribute(schema: &mut ResourceType) {
    let name = ResourceType::BASE_ATTRIBUTE.to_owned();
    schema.attributes.entry(name).or_insert_with(ResourceType::base_attribute);
}
