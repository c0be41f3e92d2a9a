//! The members of groups, as defined in a resource's properties.
//!
//! Heat checks a member when it creates the stack of the group, with the member's number in place of the index variable.
//! Therefore values are only checked if no text contains the variable, and nothing is checked in a group that may be empty.

use heat_hot_language::{GroupKind, MemberTypes};
use heat_model::ResourceType;
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::contents::Contents;
use super::definition_names;
use super::properties::{Properties, unless_call};
use super::resource::{by_type, docs};
use super::typed_places::accepts_anything;

const MEMBER: &str = "member";
const MEMBER_NAMES: &str = "member_names";
const HAS_INDEX: &str = "has_index";
/// The prefix of definitions with the names of a type's properties. No type's name begins with it.
const NAMES: &str = "names:";

/// The default of `index_var` as a pattern.
const INDEX: &str = "%index%";

fn reference(definition: &str) -> Json {
    json!({"$ref": format!("#/definitions/{definition}")})
}

/// The requirements on the properties of a type for the sake of its members; `None` if its properties do not define members.
pub(super) fn requirement(schema: &ResourceType, contents: &Contents<'_>) -> Option<Json> {
    let maker = GroupKind::of(&schema.name)?;
    match maker.member_types() {
        MemberTypes::Definition(property) if maker == GroupKind::ResourceGroup => Some(of_group(property)),
        MemberTypes::Definition(property) => Some(of_scaling_group(property)),
        MemberTypes::Types { types, properties } => Some(of_chain(contents, types, properties)),
        _ => None,
    }
}

/// The requirements on a group with one or more members. The default count is 1.
fn of_group(property: &str) -> Json {
    let has_index = json!({"required": [property], "properties": {property: reference(HAS_INDEX)}});
    json!({
        "if": {"properties": {"count": {"type": "number", "minimum": 1}}},
        "then": {
            "if": {"anyOf": [{"required": ["index_var"]}, has_index]},
            "then": {"properties": {property: reference(MEMBER_NAMES)}},
            "else": {"properties": {property: reference(MEMBER)}},
        },
    })
}

/// The requirements on a scaling group: the members are defined like resources.
fn of_scaling_group(property: &str) -> Json {
    let some =
        |size: &str| json!({"required": [size], "properties": {size: {"type": "number", "minimum": 1}}});
    json!({
        "if": {"anyOf": [some("min_size"), some("desired_capacity")]},
        "then": {"properties": {property: {"if": {"$ref": definition_names::IS_CALL}, "else": reference(MEMBER)}}},
    })
}

/// The requirements on a chain: all members have the same properties.
fn of_chain(contents: &Contents<'_>, types: &str, properties: &str) -> Json {
    let lists = |pattern: String| {
        json!({
            "required": [types, properties],
            "properties": {types: {"type": "array", "contains": {"type": "string", "pattern": pattern}}},
        })
    };
    let of_type = |schema: &&ResourceType| {
        let name = pattern::literal(&schema.name);
        json!({"if": lists(format!("^{name}$")), "then": {"properties": {properties: reference(&schema.name)}}})
    };
    let services = contents.types.chunk_by(|left, right| left.service() == right.service());
    let services = services.filter_map(|all| {
        let service = pattern::literal(all.first()?.service());
        let all: Vec<Json> = all.iter().map(of_type).collect();
        Some(json!({"if": lists(format!("^{service}(::|$)")), "then": {"allOf": all}}))
    });
    json!({"allOf": services.collect::<Vec<_>>()})
}

/// The definitions for members.
pub(super) fn definitions(contents: &Contents<'_>) -> Vec<(String, Json)> {
    let member = by_type(contents, "type", |schema| Some(of_type(schema, &schema.name)));
    let of_names =
        by_type(contents, "type", |schema| Some(of_type(schema, &format!("{NAMES}{}", schema.name))));
    let mut all = vec![
        (MEMBER.to_owned(), json!({"allOf": member})),
        (MEMBER_NAMES.to_owned(), json!({"allOf": of_names})),
        (
            HAS_INDEX.to_owned(),
            json!({"anyOf": [
                {"type": "string", "pattern": INDEX},
                {"type": "array", "contains": reference(HAS_INDEX)},
                {"type": "object", "not": {"additionalProperties": {"not": reference(HAS_INDEX)}}},
            ]}),
        ),
    ];
    all.extend(contents.types.iter().map(|schema| (format!("{NAMES}{}", schema.name), names_of(schema))));
    all
}

/// The schema of a member of a type, with a definition for its properties.
fn of_type(schema: &ResourceType, definition: &str) -> Json {
    let mut entry = json!({
        "title": schema.name,
        "properties": {"type": docs(schema), "properties": reference(definition)},
    });
    if members(schema).contains_key("required") {
        entry["required"] = json!(["properties"]);
    }
    entry
}

fn members(schema: &ResourceType) -> Map<String, Json> {
    if accepts_anything(schema) {
        return Map::new();
    }
    Properties::new(schema, false).members(&schema.properties, &[])
}

/// The names of a type's properties, with the required ones. They are in a pattern, because editors would otherwise offer
/// properties twice.
fn names_of(schema: &ResourceType) -> Json {
    let mut names = members(schema);
    if names.is_empty() {
        return json!({"type": "object"});
    }
    let known = schema.properties.iter().filter(|(_, property)| property.implemented);
    let known: Vec<String> = known.map(|(name, _)| pattern::literal(name)).collect();
    names.remove("properties");
    names.insert("patternProperties".into(), json!({format!("^(?:{})$", known.join("|")): true}));
    let mut entry = Map::new();
    entry.insert("type".into(), "object".into());
    entry.extend(unless_call(names));
    entry.into()
}
