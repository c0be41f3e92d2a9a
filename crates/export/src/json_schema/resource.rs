//! Resources, and the properties of each type.

use heat_hot_language::DeletionPolicy;
use heat_model::ResourceType;
use serde_json::{Map, Value as Json, json};

use super::super::pattern;
use super::contents::Contents;
use super::definition_names;
use super::descriptions::describe_type;
use super::properties::{Properties, unless_call};
use super::syntax::Syntax;
use super::typed_places::accepts_anything;

/// The definition of a resource.
pub(super) fn definition(syntax: Syntax, contents: &Contents<'_>) -> (String, Json) {
    let keys = syntax.keys().resource;
    let mut resource = Map::new();
    resource.insert("title".into(), "Resource".into());
    resource.insert("type".into(), "object".into());
    resource.insert("required".into(), json!([keys.resource_type]));
    let properties = keys.names().map(|key| (key.to_owned(), content(key, syntax, contents)));
    resource.insert("properties".into(), properties.collect::<Map<_, _>>().into());
    if syntax == Syntax::Hot {
        resource.insert("additionalProperties".into(), false.into());
    }
    let types = by_type(contents, keys.resource_type, |schema| Some(of_type(schema, syntax)));
    match keys.external_id {
        // Heat does not check the properties of an external resource.
        Some(key) => {
            resource.insert("if".into(), json!({"not": {"required": [key]}}));
            resource.insert("then".into(), json!({"allOf": types}));
        }
        None => _ = resource.insert("allOf".into(), types.into()),
    }
    (syntax.definition("resource"), resource.into())
}

/// Requirements on a resource by its type, grouped by service, so that few conditions have to be evaluated.
pub(super) fn by_type<'a>(
    contents: &Contents<'a>,
    type_key: &str,
    requirements: impl Fn(&'a ResourceType) -> Option<Json>,
) -> Vec<Json> {
    let one = |schema: &&'a ResourceType| {
        // Not `const`: the YAML language server also completes values that only begin with it.
        let name = format!("^{}$", pattern::literal(&schema.name));
        Some(json!({"if": {"properties": {type_key: {"pattern": name}}}, "then": requirements(schema)?}))
    };
    let services = contents.types.chunk_by(|left, right| left.service() == right.service());
    let services = services.filter_map(|types| {
        let all: Vec<Json> = types.iter().filter_map(one).collect();
        let service = pattern::literal(types.first()?.service());
        let service = json!({"type": "string", "pattern": format!("^{service}(::|$)")});
        let is_service = json!({"required": [type_key], "properties": {type_key: service}});
        (!all.is_empty()).then(|| json!({"if": is_service, "then": {"allOf": all}}))
    });
    services.collect()
}

/// The requirements on a resource of a type.
fn of_type(schema: &ResourceType, syntax: Syntax) -> Json {
    let keys = syntax.keys().resource;
    let definition = |part: &str| json!({"$ref": format!("#/definitions/{part}{}", schema.name)});
    let mut parts = Map::new();
    parts.insert(keys.resource_type.into(), docs(schema));
    parts.insert(keys.properties.into(), definition(""));
    if !schema.update_policy.is_empty() {
        parts.insert(keys.update_policy.into(), definition(UPDATE_POLICY));
    }
    let mut entry = json!({"title": schema.name, "properties": parts});
    if needs_properties(schema) {
        entry["required"] = json!([keys.properties]);
    }
    entry
}

/// The prefixes of definitions that describe a type, and its update policy. No type's name begins with them.
const DOCS: &str = "docs:";
const UPDATE_POLICY: &str = "update_policy:";

/// A reference to the description of a type.
pub(super) fn docs(schema: &ResourceType) -> Json {
    json!({"$ref": format!("#/definitions/{DOCS}{}", schema.name)})
}

fn needs_properties(schema: &ResourceType) -> bool {
    let members = Properties::new(schema, false).members(&schema.properties, &[]);
    members.contains_key("required")
}

/// The definitions of all types: their properties, under the names of the types, their descriptions, and their update policies.
pub(super) fn types(contents: &Contents<'_>) -> Vec<(String, Json)> {
    let mut all = Vec::new();
    for schema in &contents.types {
        let writer = Properties::new(schema, contents.offers_hidden);
        let mut entry = Map::new();
        entry.insert("title".into(), schema.name.as_str().into());
        entry.insert("type".into(), "object".into());
        if !accepts_anything(schema) {
            entry.extend(unless_call(writer.members(&schema.properties, &[])));
        }
        all.push((schema.name.clone(), entry.into()));
        let mut docs = Map::new();
        describe_type(&mut docs, schema);
        all.push((format!("{DOCS}{}", schema.name), docs.into()));
        if !schema.update_policy.is_empty() {
            let mut entry = Map::new();
            entry.insert("type".into(), "object".into());
            entry.extend(unless_call(writer.members(&schema.update_policy, &[])));
            all.push((format!("{UPDATE_POLICY}{}", schema.name), entry.into()));
        }
    }
    all
}

/// The schema of a key of a resource, for all types.
fn content(key: &str, syntax: Syntax, contents: &Contents<'_>) -> Json {
    let keys = syntax.keys().resource;
    if key == keys.resource_type {
        contents.type_name()
    } else if key == keys.description {
        json!({"description": "What the resource is for.", "type": "string"})
    } else if key == keys.properties {
        json!({"type": "object"})
    } else if key == keys.metadata {
        json!({"description": "Data that can be read with the resource.", "type": "object"})
    } else if key == keys.update_policy {
        json!({"description": "How an update changes the members of a group.", "type": "object"})
    } else if key == keys.depends_on {
        json!({
            "description": "The resources that have to be created first, besides those to which functions refer.",
            "type": ["array", "string"],
            "items": {"type": "string"},
        })
    } else if key == keys.deletion_policy {
        deletion_policy(syntax)
    } else if Some(key) == keys.external_id {
        json!({
            "description": "The ID of an existing physical resource that Heat reads but does not manage.",
            "anyOf": [{"type": "string"}, {"type": "object", "allOf": [{"$ref": definition_names::CALL_IF_MAP}]}],
        })
    } else {
        // The only remaining key is the condition.
        json!({
            "description": "The condition under which the resource is created.",
            "allOf": [{"$ref": definition_names::CONDITION}],
        })
    }
}

fn deletion_policy(syntax: Syntax) -> Json {
    let policies = DeletionPolicy::ALL;
    let mut words: Vec<&str> = policies.map(DeletionPolicy::as_str).into();
    if syntax == Syntax::Hot {
        words = policies.map(DeletionPolicy::as_lowercase_str).into_iter().chain(words).collect();
    }
    json!({
        "description": "What happens to the physical resource when the resource is deleted.",
        "anyOf": [{"enum": words}, {"type": "object", "allOf": [{"$ref": definition_names::CALL_IF_MAP}]}],
    })
}
