//! A JSON Schema of HOT templates, generated from the resource types, with which editors check a template.
//!
//! It accepts what Heat accepts: values that Heat converts, and functions in place of any value. Rules that JSON Schema cannot
//! express are in the description.

use std::collections::BTreeSet;

use heat_hot::language::{DeletionPolicy, FUNCTIONS, Function, HotVersion, Keys, TemplateVersion};
use heat_model::{Constraint, ConstraintKind, Integer, PropertySchema, PropertyType, ResourceType, Status};
use heat_model::{NestedSchema, SupportStatus, Value};
use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use super::pattern;

/// The pattern of strings that Heat accepts as booleans. YAML 1.1 has more boolean words than editors know.
const BOOLEAN_TEXT: &str =
    "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$";
const INTEGER_TEXT: &str = r"^\s*[-+]?[0-9](_?[0-9])*\s*$";
const NUMBER_TEXT: &str = concat!(
    r"^\s*[-+]?(([0-9](_?[0-9])*)(\.([0-9](_?[0-9])*)?)?([eE][-+]?[0-9]+)?",
    r"|\.[0-9](_?[0-9])*([eE][-+]?[0-9]+)?|[Ii][Nn][Ff]([Ii][Nn][Ii][Tt][Yy])?|[Nn][Aa][Nn])\s*$",
);

/// The schema of templates with these types.
pub(super) fn templates<'a>(types: impl Iterator<Item = &'a ResourceType> + Clone) -> Json {
    let mut definitions = Map::new();
    definitions.insert("function".into(), function());
    definitions.insert(
        "function_or_null".into(),
        json!({"anyOf": [{"$ref": "#/$defs/function"}, {"type": "null"}]}),
    );
    definitions.insert("resource".into(), resource(types.clone()));
    definitions.extend(types.map(|schema| (schema.name.clone(), resource_type(schema))));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "HOT template",
        "description": "A Heat orchestration template, in particular its resources.",
        "type": "object",
        "required": KEYS.versions,
        "properties": sections(),
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// What the newest version of HOT calls sections and keys. It has those of all versions.
const KEYS: Keys = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST));

/// The sections of a template.
fn sections() -> Json {
    let section = |key: &'static str| {
        let content = if KEYS.versions.contains(&key) {
            json!({"enum": HotVersion::names().collect::<Vec<_>>()})
        } else if key == KEYS.description {
            json!({"type": "string"})
        } else if Some(key) == KEYS.parameter_groups {
            json!({"type": "array"})
        } else if key == KEYS.resources {
            json!({"type": ["object", "null"], "additionalProperties": {"$ref": "#/$defs/resource"}})
        } else {
            json!({"type": ["object", "null"]})
        };
        (key.to_owned(), content)
    };
    Json::Object(KEYS.sections().map(section).collect())
}

/// A call of a HOT function, of any version. Functions that can only be used in conditions are data where a value is expected.
fn function() -> Json {
    let mut names: Vec<&str> =
        FUNCTIONS.iter().filter(|function| function.is_hot_value()).map(Function::name).collect();
    names.sort_unstable();
    json!({
        "description": "A function that Heat resolves.",
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "propertyNames": {"enum": names},
    })
}

fn resource<'a>(types: impl Iterator<Item = &'a ResourceType> + Clone) -> Json {
    let type_key = KEYS.resource.resource_type;
    let names: Vec<&str> = types.clone().map(|schema| schema.name.as_str()).collect();
    // Your own types can have any name; a type with a prefix of the catalogue's services that does not exist is an error.
    let mut rooms: Vec<&str> =
        names.iter().filter_map(|name| name.split_once("::")).map(|(room, _)| room).collect();
    rooms.sort_unstable();
    rooms.dedup();
    let known: Vec<Json> = types
        .map(|schema| {
            json!({
                "if": {"properties": {type_key: {"const": schema.name}}, "required": [type_key]},
                "then": {"$ref": format!("#/$defs/{}", schema.name)},
            })
        })
        .collect();
    let own = json!({"type": "string", "not": {"pattern": format!("^({})::", rooms.iter().map(|room| pattern::literal(room)).collect::<Vec<_>>().join("|"))}});
    let mut resource = json!({
        "type": "object",
        "required": [type_key],
        "properties": resource_keys(&json!({
            "description": "The resource type, or the URL of a template to use as one.",
            "anyOf": if names.is_empty() { json!([{"type": "string"}]) } else { json!([{"enum": names}, own]) },
        })),
        "additionalProperties": false,
    });
    if !known.is_empty() {
        resource["allOf"] = known.into();
    }
    resource
}

/// The keys of a resource; `resource_type` is the content of its type.
fn resource_keys(resource_type: &Json) -> Json {
    let keys = &KEYS.resource;
    let content = |key: &'static str| {
        let content = if key == keys.resource_type {
            resource_type.clone()
        } else if key == keys.description {
            json!({"type": "string"})
        } else if key == keys.properties || key == keys.update_policy {
            json!({"type": ["object", "null"]})
        } else if key == keys.depends_on {
            json!({"description": "The resources that have to be created first."})
        } else if key == keys.deletion_policy {
            let policies = DeletionPolicy::ALL;
            let words: Vec<&str> = policies
                .map(DeletionPolicy::as_lowercase_str)
                .into_iter()
                .chain(policies.map(DeletionPolicy::as_str))
                .collect();
            json!({
                "description": "What happens to the physical resource when the resource is deleted.",
                "anyOf": [{"enum": words}, {"$ref": "#/$defs/function_or_null"}],
            })
        } else if Some(key) == keys.external_id {
            json!({"description": "The ID of an existing physical resource that Heat reads but does not manage."})
        } else if Some(key) == keys.condition {
            json!({"description": "The condition under which the resource is created."})
        } else {
            json!({})
        };
        (key.to_owned(), content)
    };
    Json::Object(keys.names().map(content).collect())
}

/// The requirements on a resource of a type.
fn resource_type(schema: &ResourceType) -> Json {
    let mut entry = Map::new();
    describe(&mut entry, schema.description.as_deref(), &schema.support_status, Vec::new());
    let mut parts = Map::new();
    // A type without properties may accept any properties, as `OS::Heat::None` does.
    let members = if schema.properties.is_empty() {
        json!({"type": "object"})
    } else {
        Members { translated: translated(schema) }.object(&schema.properties, &[])
    };
    let needed = members.get("required").is_some();
    let reference = if needed { "#/$defs/function" } else { "#/$defs/function_or_null" };
    parts.insert(KEYS.resource.properties.into(), json!({"anyOf": [members, {"$ref": reference}]}));
    if !schema.update_policy.is_empty() {
        parts.insert(
            KEYS.resource.update_policy.into(),
            Members::default().object(&schema.update_policy, &[]),
        );
    }
    entry.insert("properties".into(), parts.into());
    if needed {
        entry.insert("required".into(), json!([KEYS.resource.properties]));
    }
    entry.into()
}

/// The properties that can get their value from another property: one of the two has to be set.
fn translated(schema: &ResourceType) -> BTreeSet<Vec<String>> {
    let from_others = schema.translation_rules.iter().filter(|rule| rule.source_path().is_some());
    from_others.map(|rule| rule.translation_path.clone()).collect()
}

/// Writes the schemas of properties and nested properties.
#[derive(Default)]
struct Members {
    translated: BTreeSet<Vec<String>>,
}

impl Members {
    /// A map with these fields and no others.
    fn object(&self, schemas: &IndexMap<String, PropertySchema>, around: &[String]) -> Json {
        let (mut required, mut properties) = (Vec::new(), Map::new());
        for (name, schema) in schemas {
            let path: Vec<String> = around.iter().chain([name]).cloned().collect();
            let is_required = schema.required && schema.default.is_none() && !self.translated.contains(&path);
            if is_required {
                required.push(name.as_str());
            }
            properties.insert(name.clone(), self.property(schema, is_required, &path));
        }
        let mut object = Map::new();
        object.insert("type".into(), "object".into());
        object.insert("properties".into(), properties.into());
        if !required.is_empty() {
            object.insert("required".into(), required.into());
        }
        object.insert("additionalProperties".into(), false.into());
        object.into()
    }

    fn property(&self, schema: &PropertySchema, is_required: bool, path: &[String]) -> Json {
        let mut entry = Map::new();
        let unsaid =
            schema.constraints.iter().filter_map(|constraint| in_words(constraint, schema.property_type));
        describe(&mut entry, schema.description.as_deref(), &schema.support_status, unsaid.collect());
        if let Some(default) = schema.default.as_ref().and_then(|default| serde_json::to_value(default).ok())
        {
            entry.insert("default".into(), default);
        }
        if schema.property_type != PropertyType::Any {
            let reference = if is_required { "#/$defs/function" } else { "#/$defs/function_or_null" };
            entry.insert("anyOf".into(), json!([self.value(schema, path), {"$ref": reference}]));
        }
        entry.into()
    }

    /// The JSON Schema of a property's value, without functions.
    fn value(&self, schema: &PropertySchema, path: &[String]) -> Json {
        let mut entry = Map::new();
        match schema.property_type {
            PropertyType::Any => {}
            PropertyType::String => put(&mut entry, "type", json!(["string", "integer", "boolean"])),
            PropertyType::Integer => put_texts(&mut entry, &["number", "string", "boolean"], INTEGER_TEXT),
            PropertyType::Number => put_texts(&mut entry, &["number", "string", "boolean"], NUMBER_TEXT),
            PropertyType::Boolean => put_texts(&mut entry, &["boolean", "string"], BOOLEAN_TEXT),
            PropertyType::Map => {
                put(&mut entry, "type", "object".into());
                let schemas = schema.members().filter(|schemas| !schemas.is_empty());
                if let Some(Json::Object(object)) = schemas.map(|schemas| self.object(schemas, path)) {
                    entry = object;
                }
                if schema.allow_conversion {
                    put(&mut entry, "type", json!(["object", "string", "array"]));
                }
            }
            PropertyType::List => {
                let types = if schema.allow_conversion { json!(["array", "string"]) } else { "array".into() };
                put(&mut entry, "type", types);
                if let Some(NestedSchema::Item(item)) = &schema.schema {
                    put(&mut entry, "items", self.property(item, item.required, path));
                }
            }
        }
        for constraint in &schema.constraints {
            for (key, limit) in limits(constraint, schema.property_type) {
                put_limit(&mut entry, key, limit);
            }
        }
        entry.into()
    }
}

/// Adds a limit; if there are two of the same kind, both apply.
fn put_limit(entry: &mut Map<String, Json>, key: &str, limit: Json) {
    if !entry.contains_key(key) {
        entry.insert(key.to_owned(), limit);
    } else if let Some(all) = entry.entry("allOf").or_insert_with(|| json!([])).as_array_mut() {
        all.push(json!({key: limit}));
    }
}

fn put(entry: &mut Map<String, Json>, key: &str, value: Json) {
    entry.insert(key.to_owned(), value);
}

fn put_texts(entry: &mut Map<String, Json>, types: &[&str], pattern: &str) {
    put(entry, "type", json!(types));
    put(entry, "pattern", pattern.into());
}

/// A constraint as keywords of JSON Schema; empty if there is no equivalent.
fn limits(constraint: &Constraint, property_type: PropertyType) -> Vec<(&'static str, Json)> {
    let ends = |keys: [&'static str; 2], min: &Option<Value>, max: &Option<Value>| {
        let ends = keys.into_iter().zip([min, max]);
        ends.filter_map(|(key, end)| Some((key, serde_json::to_value(end.as_ref()?).ok()?))).collect()
    };
    match (&constraint.kind, property_type) {
        (ConstraintKind::Range { min, max }, _) => ends(["minimum", "maximum"], min, max),
        (ConstraintKind::Length { min, max }, PropertyType::List) => ends(["minItems", "maxItems"], min, max),
        (ConstraintKind::Length { min, max }, PropertyType::Map) => {
            ends(["minProperties", "maxProperties"], min, max)
        }
        (ConstraintKind::Length { min, max }, _) => ends(["minLength", "maxLength"], min, max),
        (ConstraintKind::AllowedValues(values), PropertyType::List) => {
            let one = json!({"anyOf": [{"enum": equivalents(values)}, {"$ref": "#/$defs/function"}]});
            vec![("items", one)]
        }
        (ConstraintKind::AllowedValues(values), _) => vec![("enum", equivalents(values).into())],
        (ConstraintKind::AllowedPattern(text), _) => {
            pattern::ecma(text).map(|pattern| ("pattern", pattern.into())).into_iter().collect()
        }
        (ConstraintKind::Modulo { .. }, _) => multiple_of(&constraint.kind).into_iter().collect(),
        (ConstraintKind::Custom(_), _) => Vec::new(),
    }
}

fn multiple_of(kind: &ConstraintKind) -> Option<(&'static str, Json)> {
    match kind {
        ConstraintKind::Modulo { step: Some(Value::Integer(step)), offset: Some(Value::Integer(offset)) }
            if offset.as_i64() == Some(0) =>
        {
            let step = step.as_i64()?.unsigned_abs();
            (step > 0).then(|| ("multipleOf", step.into()))
        }
        _ => None,
    }
}

/// Allowed values, each with the others that Heat treats as the same: `"1"` for `1` and vice versa.
fn equivalents(values: &[Value]) -> Vec<Json> {
    let mut all: Vec<Json> = values.iter().filter_map(|value| serde_json::to_value(value).ok()).collect();
    let others = values.iter().filter_map(|value| match value {
        Value::Integer(integer) => Some(integer.to_string().into()),
        Value::Float(float) => Some(format!("{float:?}").into()),
        Value::String(text) if text == "True" => Some(Json::Bool(true)),
        Value::String(text) if text == "False" => Some(Json::Bool(false)),
        Value::String(text) => {
            let integer = Integer::from_decimal(text)?.as_i64()?;
            (integer.to_string() == *text).then(|| integer.into())
        }
        _ => None,
    });
    for other in others {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// The description of a constraint that the JSON Schema cannot express.
fn in_words(constraint: &Constraint, property_type: PropertyType) -> Option<String> {
    limits(constraint, property_type).is_empty().then(|| match &constraint.kind {
        ConstraintKind::Custom(name) => format!("Has to satisfy `{name}`."),
        kind => format!("Has to be {kind}."),
    })
}

fn describe(
    entry: &mut Map<String, Json>,
    description: Option<&str>,
    status: &SupportStatus,
    remarks: Vec<String>,
) {
    let mut parts: Vec<String> = description.map(str::to_owned).into_iter().collect();
    parts.extend(remarks);
    let word = status.status();
    if word != Status::Supported {
        let since = status.version().map(|version| format!(" since {version}")).unwrap_or_default();
        let message = status.message().map(|message| format!(": {message}")).unwrap_or_default();
        parts.push(format!("{word}{since}{message}"));
    }
    if !parts.is_empty() {
        entry.insert("description".into(), parts.join("\n\n").into());
    }
    if matches!(word, Status::Deprecated | Status::Hidden) {
        entry.insert("deprecated".into(), true.into());
    }
}
