//! Resource types as Heat's API shows them: HIDDEN types are not supported, and every type has the base attribute.

use heat_model::ResourceTypes as _;
use heat_model::suggest::nearest;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SupportStatus, ValueDependency};
use heat_report::Failure;
use indexmap::IndexMap;

use crate::schema_files::SchemaFiles;

/// The type of this name, which can be an earlier name of the type.
///
/// # Errors
/// If there is no such type, or if it is HIDDEN and HIDDEN types are not requested.
pub fn find<'a>(
    files: &'a SchemaFiles,
    name: &str,
    include_hidden: bool,
) -> Result<&'a ResourceType, Failure> {
    let Some(schema) = files.find_by_any_name(name) else {
        let visible = files.files.values().map(|file| &file.schema);
        let visible = visible.filter(|schema| include_hidden || !schema.is_hidden());
        let known: Vec<&str> = visible.map(|schema| schema.name.as_str()).collect();
        return Err(unknown_type(name, &known));
    };
    if schema.is_hidden() && !include_hidden {
        return Err(hidden_failure(&schema.name, &schema.support_status));
    }
    Ok(schema)
}

/// The failure for a type that does not exist: it suggests the nearest name, or the types for which a name without `::` may be an
/// abbreviation.
#[must_use]
pub fn unknown_type(name: &str, known: &[&str]) -> Failure {
    let suggested = if name.contains("::") { Vec::new() } else { types_called(name, known) };
    let words = match suggested.as_slice() {
        [] => {
            let all = first_part(name, known).unwrap_or_else(|| LIST.to_owned());
            return Failure::unknown("resource type", name, known.iter().copied(), &all);
        }
        [only] => format!("did you mean `{only}`?"),
        several => {
            let names: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            format!("did you mean one of {}?", names.join(", "))
        }
    };
    Failure::refused(format!("there is no resource type `{name}`")).with_help(words)
}

/// The command that lists the types with the same first part as a name: few AWS types are in Heat.
fn first_part(name: &str, known: &[&str]) -> Option<String> {
    let (first, _) = name.split_once("::")?;
    let begin = known.iter().filter(|known| known.split_once("::").is_some_and(|(other, _)| other == first));
    match begin.count() {
        0 => None,
        1 => Some(format!("one type begins with `{first}::`: `heat-codegen list {first}::`")),
        count => {
            Some(format!("{count} types begin with `{first}::`: `heat-codegen list {first}::` lists them"))
        }
    }
}

/// The types whose last part is this word, or else the word nearest to it.
fn types_called<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let last = |name: &'a str| name.rsplit("::").next().unwrap_or(name);
    let called = |word: &str| {
        let same = known.iter().copied().filter(|name| last(name).eq_ignore_ascii_case(word));
        same.take(MAX_SUGGESTIONS).collect::<Vec<_>>()
    };
    let same = called(word);
    if !same.is_empty() {
        return same;
    }
    nearest(word, known.iter().copied().map(last)).map(called).unwrap_or_default()
}

/// Sentence naming the command that lists all types.
const LIST: &str = "`heat-codegen list` lists all types";

/// The maximum number of types that are suggested for a name.
const MAX_SUGGESTIONS: usize = 5;

/// Heat's `NotSupported` about a type or a part of one, with further information.
#[must_use]
pub fn hidden_failure(what: &str, status: &SupportStatus) -> Failure {
    let since = status.version().map(|version| format!(" since {version}")).unwrap_or_default();
    let failure =
        Failure::refused(format!("{what} is not supported")).with_note(format!("it is HIDDEN{since}"));
    match status.message() {
        Some(message) => failure.with_note(message.trim_end_matches('.')),
        None => failure,
    }
}

/// The type as Heat's API shows it: without HIDDEN and unimplemented items, and without dependencies on those of other types.
/// `types` finds the other types of the catalogue.
#[must_use]
pub fn shown<'a>(schema: &ResourceType, types: impl Fn(&str) -> Option<&'a ResourceType>) -> ResourceType {
    let mut shown = schema.without_hidden();
    shown.dependencies_by_value = shown_dependencies(&shown, types);
    retain_implemented(&mut shown.properties);
    retain_implemented(&mut shown.update_policy);
    shown
}

/// The dependencies by value of a type, without those on HIDDEN types and properties.
#[must_use]
pub fn shown_dependencies<'a>(
    schema: &ResourceType,
    types: impl Fn(&str) -> Option<&'a ResourceType>,
) -> Vec<ValueDependency> {
    let is_shown = |name: &str, path: &[String]| {
        types(name).is_none_or(|known| !known.is_hidden() && !is_hidden_at(known, path))
    };
    let mut dependencies = schema.dependencies_by_value.clone();
    dependencies.retain(|dependency| {
        let owner = dependency.of.as_ref().unwrap_or(&schema.name);
        is_shown(&dependency.resource_type, &dependency.property) && is_shown(owner, &dependency.equals)
    });
    for dependency in &mut dependencies {
        let ValueDependency { resource_type, property, equals, of, .. } = dependency;
        let owner = of.as_ref().unwrap_or(&schema.name);
        dependency.or_property.take_if(|other| !is_shown(resource_type, &beside(property, other)));
        dependency.or_equals.take_if(|other| !is_shown(owner, &beside(equals, other)));
    }
    dependencies
}

/// The path of the property with this name that is a sibling of the one at a path.
fn beside(path: &[String], name: &str) -> Vec<String> {
    path.iter().take(path.len().saturating_sub(1)).cloned().chain([name.to_owned()]).collect()
}

/// Returns whether a property, or one that contains it, is HIDDEN.
fn is_hidden_at(schema: &ResourceType, path: &[String]) -> bool {
    let ends = 1..=path.len();
    ends.filter_map(|end| schema.property_at(&path[..end]))
        .any(|property| property.support_status.is_hidden())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expect: &str) {
        let known = ["OS::Nova::Server", "OS::Nova::Flavor", "OS::Octavia::Flavor", "OS::Heat::Stack"];
        let Failure::Refused(explanation) = unknown_type(name, &known) else { panic!("it is refused") };
        assert_eq!(explanation.help.as_deref(), Some(expect), "{name}");
    }

    #[test]
    fn a_name_without_its_service_suggests_the_types_that_have_it() {
        check("Server", "did you mean `OS::Nova::Server`?");
        check("sever", "did you mean `OS::Nova::Server`?");
        check("flavor", "did you mean one of `OS::Nova::Flavor`, `OS::Octavia::Flavor`?");
        check("OS::Nova::Servr", "did you mean `OS::Nova::Server`?");
        check("Nothing", LIST);
        check("Nothing::At::All", LIST);
        check("OS::Lambda::Function", "4 types begin with `OS::`: `heat-codegen list OS::` lists them");
    }
}
