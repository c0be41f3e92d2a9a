//! What real Heat says of schemas, replayed: whatever it refuses is refused here, and whatever it takes is taken.
//!
//! The recorded answers are not part of the project. Where the environment variable `HEAT_VECTORS` names the folder
//! they are in, they are all held against loading and linting; without it this test says so and passes. The cases
//! that matter stand in the unit tests of the rules.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a vector that is not of the recorded form is to stop the test"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use heat_model::lint::{Tables, lint_file};
use heat_model::load::load_schema;
use heat_yaml::render::{RenderStyle, text};
use heat_yaml::{Severity, Source};
use serde_json::{Map, Value, json};

/// Why a vector says nothing about schemas written here. Each is a form that the schema language does not have.
type NotApplicable = &'static str;

const LIST_WITH_MEMBERS: NotApplicable = "a list whose schema names members: Heat takes it, and fails on the first value; here it is refused at once";
const MAP_WITH_STAR: NotApplicable =
    "a map with a member named `*`: the key stands for a list's item, and is refused on a map";
const STEP_NOT_TEXT: NotApplicable = "a path step that is no string: properties have names";
const UNKNOWN_CACHE_MODE: NotApplicable =
    "a cache mode that does not exist: Heat stores any value, here the two that mean something are known";
const NOT_A_LIST: NotApplicable =
    "a class called with something other than keyword arguments a schema can give";

/// Writes what a vector is about as a schema.
type Converter = fn(&Value) -> Result<Value, NotApplicable>;

#[derive(Default)]
struct Score {
    agreed: usize,
    differing: Vec<String>,
    not_applicable: BTreeMap<NotApplicable, usize>,
}

#[test]
fn heat_and_we_agree_on_what_a_schema_is() {
    let Some(folder) = std::env::var_os("HEAT_VECTORS").map(PathBuf::from) else {
        println!("HEAT_VECTORS names no folder: nothing is replayed");
        return;
    };
    let mut failed = false;
    let families: [(&str, Converter); 3] = [
        ("schema_validity", schema_validity),
        ("support_status", |input| Ok(json!({"support_status": support_status(input)}))),
        ("properties_groups", |input| Ok(properties_group(input))),
    ];
    for (family, convert) in families {
        let score = replay(&folder, family, convert);
        println!("{family}: {} agree, {} differ", score.agreed, score.differing.len());
        for (reason, count) in &score.not_applicable {
            println!("  {count} not applicable: {reason}");
        }
        for difference in &score.differing {
            println!("{difference}");
        }
        failed |= !score.differing.is_empty() || score.agreed == 0;
    }
    assert!(!failed, "some answers differ: see above");
}

fn replay(folder: &Path, family: &str, convert: Converter) -> Score {
    let path = folder.join(family).with_extension("jsonl");
    let lines = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut score = Score::default();
    for line in lines.lines() {
        let vector: Value = serde_json::from_str(line).expect("a vector is JSON");
        let (input, output) = (&vector["input"], &vector["output"]);
        let schema = match convert(input) {
            Ok(schema) => schema,
            Err(reason) => {
                *score.not_applicable.entry(reason).or_default() += 1;
                continue;
            }
        };
        let errors = errors(&schema);
        if errors.is_empty() == is_taken(output) {
            score.agreed += 1;
        } else {
            let verdict = if errors.is_empty() { "taken here" } else { &errors };
            score.differing.push(format!("{}: {input}\n  Heat: {output}\n  {verdict}", vector["source"]));
        }
    }
    score
}

/// Whether Heat takes a schema. Instead of refusing a status that it does not know, it forgets it, and says so.
fn is_taken(output: &Value) -> bool {
    fn is_forgotten(status: &Value) -> bool {
        let message = status["message"].as_str().unwrap_or_default();
        message.starts_with("Specified status is invalid")
            || status.get("previous_status").is_some_and(is_forgotten)
    }
    output.get("error_class").is_none() && !output.get("dict").is_some_and(is_forgotten)
}

/// The errors in a schema; empty where there are none.
fn errors(schema: &Value) -> String {
    let mut whole = json!({"type": "My::Custom::Token"});
    whole.as_object_mut().unwrap().extend(schema.as_object().unwrap().clone());
    // JSON is YAML, with these few numbers as they are.
    let loaded = load_schema(&Source::new("My/Custom/Token.yaml", whole.to_string()));
    let mut found = loaded.diagnostics;
    if let Some(file) = &loaded.file {
        found.extend(lint_file(file, &Tables::default()));
    }
    found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    text(&found, RenderStyle::default())
}

fn schema_validity(input: &Value) -> Result<Value, NotApplicable> {
    let def = &input["def"];
    let of_property = |property: Value| json!({"properties": {"subject": property}});
    match input["kind"].as_str().unwrap() {
        "property" => property(def).map(of_property),
        "legacy" => Ok(of_property(legacy(def))),
        "attribute" => attribute(def),
        "constraint" => constraint(input).map(of_property),
        "translation_rule" => translation_rule(def),
        other => panic!("a new kind of vector: {other}"),
    }
}

/// Heat's name of a type in our spelling; what is none of its names stays none of ours.
fn type_name(name: &Value) -> Value {
    match name.as_str() {
        Some("String" | "Integer" | "Number" | "Boolean" | "Map" | "List" | "Any") => {
            Value::from(name.as_str().unwrap().to_lowercase())
        }
        Some(other) => Value::from(format!("not a type: {other}")),
        None => name.clone(),
    }
}

fn property(def: &Value) -> Result<Value, NotApplicable> {
    let mut property = Map::new();
    for (key, value) in def.as_object().unwrap() {
        match key.as_str() {
            "type" => drop(property.insert("type".to_owned(), type_name(value))),
            "schema" if value.is_null() => {}
            "schema" => {
                let members = value.as_object().unwrap();
                let is_single = def["single"] == true || def["type"] == "List" && members.contains_key("*");
                if def["type"] == "List" && !is_single {
                    return Err(LIST_WITH_MEMBERS);
                }
                if def["type"] == "Map" && !is_single && members.contains_key("*") {
                    return Err(MAP_WITH_STAR);
                }
                let mut converted = Map::new();
                for (name, member) in members {
                    converted.insert(name.clone(), self::property(member)?);
                }
                property.insert("schema".to_owned(), Value::Object(converted));
            }
            "support_status" => drop(property.insert(key.clone(), support_status(value))),
            "single" => {}
            _ => drop(property.insert(key.clone(), value.clone())),
        }
    }
    Ok(Value::Object(property))
}

/// Properties as Heat's oldest plug-ins write them.
fn legacy(def: &Value) -> Value {
    let number = |value: &Value| match value.as_str() {
        Some(text) => serde_json::from_str(text).unwrap_or(value.clone()),
        None => value.clone(),
    };
    let mut property = Map::new();
    let mut constraints = Vec::new();
    let mut ends = |keys: [&str; 2], kind: &str| {
        let ends: Map<String, Value> = keys
            .into_iter()
            .zip(["min", "max"])
            .filter_map(|(key, end)| Some((end.to_owned(), number(def.get(key)?))))
            .collect();
        if !ends.is_empty() {
            constraints.push(json!({kind: ends}));
        }
    };
    ends(["MinValue", "MaxValue"], "range");
    ends(["MinLength", "MaxLength"], "length");
    for (key, value) in def.as_object().unwrap() {
        let (key, value) = match key.as_str() {
            "MinValue" | "MaxValue" | "MinLength" | "MaxLength" => continue,
            "AllowedValues" => {
                constraints.push(json!({"allowed_values": value}));
                continue;
            }
            "AllowedPattern" => {
                constraints.push(json!({"allowed_pattern": value}));
                continue;
            }
            "Type" => ("type", type_name(value)),
            "Schema" if def["Type"] == "List" => ("schema", json!({"*": legacy(value)})),
            "Schema" => {
                let members = value.as_object().unwrap().iter();
                ("schema", members.map(|(name, member)| (name.clone(), legacy(member))).collect())
            }
            "Required" => ("required", value.clone()),
            "Implemented" => ("implemented", value.clone()),
            "Default" => ("default", value.clone()),
            "Description" => ("description", value.clone()),
            "UpdateAllowed" => ("update_allowed", value.clone()),
            "Immutable" => ("immutable", value.clone()),
            other => (other, value.clone()),
        };
        property.insert(key.to_owned(), value);
    }
    if !constraints.is_empty() {
        property.insert("constraints".to_owned(), Value::from(constraints));
    }
    Value::Object(property)
}

fn attribute(def: &Value) -> Result<Value, NotApplicable> {
    let mut attribute = def.as_object().unwrap().clone();
    if let Some(mode) = attribute.get("cache_mode")
        && !["cache_none", "cache_local"].contains(&mode.as_str().unwrap_or_default())
    {
        return Err(UNKNOWN_CACHE_MODE);
    }
    if let Some(name) = attribute.get_mut("type") {
        *name = type_name(name);
    }
    if let Some(status) = attribute.get_mut("support_status") {
        *status = support_status(status);
    }
    Ok(json!({"attributes": {"subject": attribute}}))
}

/// A constraint, on a property of a type that can have it.
fn constraint(input: &Value) -> Result<Value, NotApplicable> {
    let mut args = input["args"].as_object().ok_or(NOT_A_LIST)?.clone();
    let description = args.remove("description");
    let (property_type, key, value) = match input["class"].as_str().unwrap() {
        "Range" => ("number", "range", Value::Object(args)),
        "Length" => ("string", "length", Value::Object(args)),
        "Modulo" => ("integer", "modulo", Value::Object(args)),
        "AllowedValues" => ("string", "allowed_values", args["allowed"].clone()),
        "AllowedPattern" => ("string", "allowed_pattern", args["pattern"].clone()),
        "CustomConstraint" => ("string", "custom_constraint", args["name"].clone()),
        other => panic!("a new constraint: {other}"),
    };
    let mut constraint = Map::from_iter([(key.to_owned(), value)]);
    constraint.extend(description.map(|description| ("description".to_owned(), description)));
    Ok(json!({"type": property_type, "constraints": [constraint]}))
}

/// A translation rule, in a type that has the properties that it speaks of.
fn translation_rule(def: &Value) -> Result<Value, NotApplicable> {
    let mut rule = def.as_object().unwrap().clone();
    if let Some(kind) = rule.get_mut("rule") {
        *kind = match kind.as_str() {
            Some("Add" | "Replace" | "Delete" | "Resolve") => {
                Value::from(kind.as_str().unwrap().to_lowercase())
            }
            _ => Value::from(format!("not a rule: {kind}")),
        };
    }
    // Stands for a client plug-in, which Heat takes as an object.
    if rule.get("client_plugin") == Some(&Value::Bool(true)) {
        rule.insert("client_plugin".to_owned(), "some".into());
    }
    let mut properties = Map::new();
    for key in ["translation_path", "value_path"] {
        let path = rule.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        if path.iter().any(|step| !step.is_string()) {
            return Err(STEP_NOT_TEXT);
        }
        declare(&mut properties, &path);
    }
    if let (Some(path), Some(name)) =
        (rule.get("translation_path").and_then(Value::as_array), rule.get("value_name"))
    {
        let around = path.iter().take(path.len().saturating_sub(1));
        declare(&mut properties, &around.chain([name]).cloned().collect::<Vec<_>>());
    }
    Ok(json!({"properties": properties, "translation_rules": [rule]}))
}

fn support_status(status: &Value) -> Value {
    let mut history = Vec::new();
    let mut next = Some(status.clone());
    while let Some(mut status) = next {
        next = status.as_object_mut().and_then(|status| status.remove("previous_status"));
        if let Some(status) = status.as_object_mut() {
            status.retain(|key, value| key == "status" || !value.is_null());
        }
        history.push(status);
    }
    Value::from(history)
}

/// A properties group, in a type that has the properties that it speaks of.
fn properties_group(input: &Value) -> Value {
    fn convert(group: &Value, properties: &mut Map<String, Value>) -> Value {
        match group {
            Value::Object(group) => group
                .iter()
                .map(|(operator, members)| {
                    let operator = match operator.as_str() {
                        "AND" | "OR" | "XOR" => operator.to_lowercase(),
                        _ => format!("not an operator: {operator}"),
                    };
                    let members = match members {
                        Value::Array(members) => {
                            members.iter().map(|member| convert(member, properties)).collect()
                        }
                        other => other.clone(),
                    };
                    (operator, members)
                })
                .collect(),
            Value::Array(path) => {
                declare(properties, path);
                group.clone()
            }
            other => other.clone(),
        }
    }
    let mut properties = Map::new();
    let group = convert(&input["schema"], &mut properties);
    json!({"properties": properties, "properties_groups": [group]})
}

/// Adds the property at a path, of any type, with maps around it.
fn declare(properties: &mut Map<String, Value>, path: &[Value]) {
    let Some((Value::String(name), rest)) = path.split_first() else { return };
    let property = properties.entry(name.clone()).or_insert_with(|| json!({"type": "any"}));
    if !rest.is_empty() {
        property["type"] = "map".into();
        let members = property.as_object_mut().unwrap().entry("schema").or_insert_with(|| json!({}));
        declare(members.as_object_mut().unwrap(), rest);
    }
}
