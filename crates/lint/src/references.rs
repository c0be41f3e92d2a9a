//! References to properties by name: paths of translation rules, properties groups and dependencies by value, and
//! `get_property` in values.

use heat_model::suggest::nearest;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SchemaPath, Value};

use crate::{Finding, Findings, Part, Tables};

/// Target of a path of property names.
pub(super) enum Target<'a> {
    /// Property that the schema has.
    Property(&'a PropertySchema),
    /// Something inside a property without a nested schema, from this step on.
    Within(usize),
    /// No property: this step of the path does not name one. Contains the names that are possible.
    Nothing(usize, Vec<&'a str>),
}

/// Follows a path of property names from the top level. The items of a list have no step of their own.
pub(super) fn follow<'a, S: AsRef<str>>(schema: &'a ResourceType, path: &[S]) -> Target<'a> {
    let mut around = Some(&schema.properties);
    let mut found = None;
    for (index, name) in path.iter().enumerate() {
        let Some(members) = around else { return Target::Within(index) };
        let Some(property) = members.get(name.as_ref()) else {
            return Target::Nothing(index, members.keys().map(String::as_str).collect());
        };
        found = Some(property);
        let inner = property.item().unwrap_or(property);
        around = inner.members().filter(|members| !members.is_empty());
    }
    found.map_or(Target::Nothing(0, Vec::new()), Target::Property)
}

/// Reports the first step of a path that is not a property. `at` returns the path of a step.
pub(super) fn check_path<S: AsRef<str>>(
    schema: &ResourceType,
    path: &[S],
    at: impl Fn(usize) -> SchemaPath,
    findings: &mut Findings<'_>,
) {
    if let Target::Nothing(step, known) = follow(schema, path) {
        report_step(schema, path, (step, known), at, findings);
    }
}

/// Reports that a step of a path is not a property, with the names that are possible. Returns the finding.
pub(super) fn report_step<'f, S: AsRef<str>>(
    schema: &ResourceType,
    path: &[S],
    (step, known): (usize, Vec<&str>),
    at: impl Fn(usize) -> SchemaPath,
    findings: &'f mut Findings<'_>,
) -> Option<&'f mut Finding> {
    let name = path.get(step).map(AsRef::as_ref)?;
    let around: Vec<_> = path[..step].iter().map(AsRef::as_ref).collect();
    let message = if around.is_empty() {
        format!("`{}` has no property `{name}`", schema.name)
    } else {
        format!("property `{}` has no field `{name}`", around.join("."))
    };
    let finding = findings.report(&at(step), Part::Value, message);
    finding.label("does not exist");
    if name == NestedSchema::ITEM_KEY {
        finding.help("remove it: the items of a list have no step of their own");
    } else if let Some(near) = nearest(name, known) {
        finding.help(format!("did you mean `{near}`?"));
    } else if let Some((first, rest)) = name.split_once('.')
        && schema.properties.contains_key(first)
    {
        finding.help(format!("write the path as a list of names: [{first}, {}]", rest.replace('.', ", ")));
    }
    Some(finding)
}

/// Reports a name of a resource type that neither the catalogue nor Heat has.
pub(super) fn check_type(tables: &Tables<'_>, name: &str, path: &SchemaPath, findings: &mut Findings<'_>) {
    if tables.types.is_empty() || tables.has_type(name) {
        return;
    }
    let finding = findings.report(path, Part::Value, format!("there is no resource type `{name}`"));
    finding.label("no schema has this `type`");
    let heat_types = tables.heat_types.iter().map(String::as_str);
    if let Some(near) = nearest(name, tables.types.keys().copied().chain(heat_types)) {
        finding.help(format!("did you mean `{near}`?"));
    }
}

/// Returns the names after `get_property` in a value, at any depth, with their paths.
pub(super) fn get_property_names<'a>(value: &'a Value, path: &SchemaPath) -> Vec<(SchemaPath, &'a str)> {
    match value {
        Value::List(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, item)| get_property_names(item, &path.join(index))).collect()
        }
        Value::Map(map) => match map.get(GET_PROPERTY) {
            Some(Value::String(name)) if map.len() == 1 => vec![(path.join(GET_PROPERTY), name)],
            _ => map.iter().flat_map(|(key, value)| get_property_names(value, &path.join(key))).collect(),
        },
        _ => Vec::new(),
    }
}

/// Returns whether a value is a reference to a property.
pub(super) fn is_get_property(value: &Value) -> bool {
    value.as_map().is_some_and(|map| map.len() == 1 && map.contains_key(GET_PROPERTY))
}

const GET_PROPERTY: &str = "get_property";

/// Formats a path for messages: `` `networks.fixed_ip` ``.
pub(super) fn shown(path: &[String]) -> String {
    format!("`{}`", path.join("."))
}
