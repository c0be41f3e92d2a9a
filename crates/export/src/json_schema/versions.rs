//! Restrictions by template version: sections, keys and functions that some versions do not have.

use heat_hot_language::{DeletionPolicy, Dialect, FUNCTIONS, Function, Keys, TemplateVersion};
use heat_model::ConstraintKind;
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::contents::Contents;
use super::definition_names;
use super::resource::by_type;
use super::syntax::Syntax;
use super::typed_places::{Calls, is_typed};

/// Template versions with something in common.
struct Group<T> {
    versions: Vec<TemplateVersion>,
    common: T,
}

/// Groups the versions of a syntax by a value that they have in common.
fn groups<T: PartialEq>(syntax: Syntax, what: impl Fn(TemplateVersion) -> T) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    for version in syntax.versions() {
        let common = what(version);
        match groups.iter_mut().find(|group| group.common == common) {
            Some(group) => group.versions.push(version),
            None => groups.push(Group { versions: vec![version], common }),
        }
    }
    groups
}

impl<T> Group<T> {
    /// The condition that a template declares one of these versions.
    fn is_declared(&self) -> Json {
        let mut by_key: Map<String, Json> = Map::new();
        for version in &self.versions {
            let (key, value) = version.declaration();
            let alias = match version {
                TemplateVersion::Hot(version) => version.alias(),
                _ => None,
            };
            let values = by_key.entry(key).or_insert_with(|| json!({"enum": []}));
            if let Some(values) = values["enum"].as_array_mut() {
                values.extend([value].into_iter().chain(alias).map(Json::from));
            }
        }
        let one =
            by_key.into_iter().map(|(key, values)| json!({"required": [key], "properties": {key: values}}));
        match <[Json; 1]>::try_from(one.collect::<Vec<_>>()) {
            Ok([only]) => only,
            Err(several) => json!({"anyOf": several}),
        }
    }

    /// The name of a definition for these versions.
    fn definition(&self, what: &str) -> String {
        let first = self.versions.first().map(|version| version.declaration());
        let name = match first {
            Some((_, value)) if self.versions.len() == 1 => value.to_owned(),
            Some((_, value)) => format!("{value}_on"),
            None => String::new(),
        };
        format!("{what}_{name}")
    }

    fn reference(&self, what: &str) -> String {
        format!("#/definitions/{}", self.definition(what))
    }
}

fn names_of(is_there: impl Fn(&Function) -> bool) -> Vec<&'static str> {
    FUNCTIONS.iter().filter(|function| is_there(function)).map(Function::name).collect()
}

fn value_groups(syntax: Syntax) -> Vec<Group<Vec<&'static str>>> {
    groups(syntax, |version| names_of(|function| function.is_value(version)))
}

fn condition_groups(syntax: Syntax) -> Vec<Group<Vec<&'static str>>> {
    let groups = groups(syntax, |version| names_of(|function| function.is_condition(version)));
    groups.into_iter().filter(|group| !group.common.is_empty()).collect()
}

/// The requirements on templates of a syntax, each for some versions.
pub(super) fn requirements(syntax: Syntax) -> Vec<Json> {
    let newest = syntax.keys();
    let mut all = Vec::new();
    for group in groups(syntax, Keys::of).iter().filter(|group| group.common != newest) {
        all.push(json!({"if": group.is_declared(), "then": without_keys(&newest, &group.common)}));
    }
    let lowercase = DeletionPolicy::ALL.map(DeletionPolicy::as_lowercase_str);
    for group in groups(syntax, |version| DeletionPolicy::named(version, lowercase[0]).is_some()) {
        if !group.common && syntax == Syntax::Hot {
            let words = DeletionPolicy::ALL.map(DeletionPolicy::as_str);
            let policy = json!({"if": {"type": "string"}, "then": {"enum": words}});
            let then = in_entries(newest.resources, newest.resource.deletion_policy, &policy);
            all.push(json!({"if": group.is_declared(), "then": then}));
        }
    }
    for group in groups(syntax, Dialect::of) {
        let parameter = parameter(syntax, group.common);
        if !parameter.is_empty() {
            let then = at(newest.parameters, &json!({"additionalProperties": {"allOf": parameter}}));
            all.push(json!({"if": group.is_declared(), "then": then}));
        }
    }
    for group in condition_groups(syntax) {
        let reference = json!({"$ref": group.reference("condition")});
        let mut sections = Vec::new();
        sections.extend(newest.conditions.map(|key| at(key, &json!({"additionalProperties": reference}))));
        sections.extend(newest.resource.condition.map(|key| in_entries(newest.resources, key, &reference)));
        sections.extend(newest.output_condition.map(|key| in_entries(newest.outputs, key, &reference)));
        all.push(json!({"if": group.is_declared(), "then": {"allOf": sections}}));
    }
    for group in value_groups(syntax) {
        let resource = json!({"$ref": group.reference("resource")});
        let then = at(newest.resources, &json!({"additionalProperties": resource}));
        all.push(json!({"if": group.is_declared(), "then": then}));
    }
    all
}

/// A requirement on the value of a key. It is in a pattern, because editors would otherwise offer a property twice.
fn at(key: &str, requirement: &Json) -> Json {
    json!({"patternProperties": {format!("^{}$", pattern::literal(key)): requirement}})
}

/// A requirement on a key in all entries of a section.
fn in_entries(section: &str, key: &str, requirement: &Json) -> Json {
    at(section, &json!({"additionalProperties": at(key, requirement)}))
}

/// The requirement that a template does not use the sections and keys that were added later.
fn without_keys(newest: &Keys, older: &Keys) -> Json {
    let refused = |key: &'static str| at(key, &json!(false));
    let sections = newest.sections().filter(|key| !older.is_section(key)).map(refused);
    let resource = newest.resource.names().filter(|key| !older.resource.contains(key));
    let resource = resource.map(|key| in_entries(newest.resources, key, &json!(false)));
    json!({"allOf": sections.chain(resource).collect::<Vec<_>>()})
}

/// The requirements that the definition of a parameter does not use the keys and constraints that a dialect lacks.
fn parameter(syntax: Syntax, dialect: Dialect) -> Vec<Json> {
    let newest = Dialect::of(syntax.newest());
    let known = dialect.allowed_keys();
    let later = newest.allowed_keys().iter().filter(|key| !known.contains(key));
    let mut all: Vec<Json> = later.map(|key| at(key, &json!(false))).collect();
    if newest.has_modulo() && !dialect.has_modulo() {
        let kinds = ConstraintKind::KEYS.iter().filter(|key| **key != "modulo");
        let kinds: Vec<Json> = kinds.map(|key| json!({"required": [key]})).collect();
        all.push(at("constraints", &json!({"items": {"anyOf": kinds}})));
    }
    all
}

/// The definitions of calls for each group of versions, and of their positions in resources.
pub(super) fn definitions(syntax: Syntax, contents: &Contents<'_>) -> Vec<(String, Json)> {
    let only = |names: &[&str]| json!({"propertyNames": {"enum": names, "errorMessage": "Templates of this version have no such function."}});
    let conditions = condition_groups(syntax);
    let conditions = conditions.iter().map(|group| {
        let condition =
            json!({"if": {"$ref": definition_names::IS_CONDITION_CALL}, "then": only(&group.common)});
        (group.definition("condition"), condition)
    });
    let mut all: Vec<(String, Json)> = conditions.collect();
    for group in value_groups(syntax) {
        let calls = Calls { call: group.reference("call"), typed: group.reference("typed") };
        let typed = json!({
            "if": {"$ref": definition_names::IS_CALL},
            "then": {"$ref": calls.call},
            "else": {"additionalProperties": {"$ref": calls.typed}, "items": {"$ref": calls.typed}},
        });
        all.push((
            group.definition("call"),
            json!({"if": {"$ref": definition_names::IS_CALL}, "then": only(&group.common)}),
        ));
        all.push((group.definition("resource"), resource(syntax, contents, &calls)));
        all.push((group.definition("typed"), typed));
    }
    all
}

/// The schema of a resource whose properties only contain these calls wherever a map must be a call.
fn resource(syntax: Syntax, contents: &Contents<'_>, calls: &Calls) -> Json {
    let keys = syntax.keys().resource;
    let in_properties = |requirement: Json| at(keys.properties, &requirement);
    let typed: Vec<String> = contents
        .types
        .iter()
        .filter(|schema| is_typed(schema))
        .map(|schema| pattern::literal(&schema.name))
        .collect();
    let pattern = format!("^(?:{})$", typed.join("|"));
    let mut all =
        by_type(contents, keys.resource_type, |schema| calls.in_properties(schema).map(in_properties));
    all.push(json!({
        "if": at(keys.resource_type, &json!({"type": "string", "pattern": pattern})),
        "then": in_properties(json!({"$ref": calls.typed})),
    }));
    match keys.external_id {
        Some(key) => json!({"if": {"not": {"required": [key]}}, "then": {"allOf": all}}),
        None => json!({"allOf": all}),
    }
}
