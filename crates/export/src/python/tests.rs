//! Tests with random types: Python and Heat read the exported module as the same schema.
//!
//! `HEAT_PYTHON=venv/bin/python cargo test -p heat-export python -- --ignored` runs the tests in a virtual environment with Heat
//! 27.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arbitrary_schemas as arbitrary;
use heat_catalogue::SchemaFiles;
use heat_import::facts::{Descriptions, Facts};
use heat_import::python::introspect;
use heat_model::{
    Constraint, ConstraintKind, NestedSchema, PropertiesGroup, PropertySchema, PropertyType, ResourceType,
    RuleKind, StatusEntry, SupportStatus, TranslationRule, Value, When, json,
};
use indexmap::IndexMap;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{text, value};

/// The number of random types.
const TYPES: usize = 300;

/// Random values, the same in every run.
fn random<T: std::fmt::Debug>(strategy: &impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[14; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn python() -> PathBuf {
    let python = std::env::var_os("HEAT_PYTHON");
    PathBuf::from(python.unwrap_or_else(|| panic!("HEAT_PYTHON names no interpreter")))
}

/// Returns the output of a Python program for an input.
fn printed(program: &str, input: &str) -> String {
    let mut command = Command::new(python());
    command.args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn written(types: &[ResourceType]) -> String {
    let mut types: Vec<&ResourceType> = types.iter().collect();
    types.sort_by_key(|schema| schema.name.as_str());
    types.dedup_by_key(|schema| schema.name.as_str());
    text(&types, &SchemaFiles::default()).unwrap()
}

#[test]
#[ignore = "needs Python"]
fn any_type_is_valid_python() {
    let mut types = random(&arbitrary::resource_type(), TYPES);
    let names: Vec<String> = types.iter().map(|schema| schema.name.clone()).collect();
    for (number, schema) in types.iter_mut().enumerate() {
        for entry in &mut schema.support_status.history {
            // The substitutes are types before and after it, and the type itself.
            entry.substitute_class = entry.substitute_class.take().map(|_| names[number * 7 % TYPES].clone());
        }
    }
    let program = "import sys; compile(sys.stdin.buffer.read(), 'module', 'exec', dont_inherit=True)";
    printed(program, &written(&types));
}

#[test]
#[ignore = "needs Python"]
fn any_value_is_the_same_in_python() {
    let odd = [
        "NaN",
        "Infinity",
        "-Infinity",
        "-0.0",
        "5e-324",
        "1e400",
        "\"\\ud800\"",
        "[[[]]]",
        "\"\\u0000\\u2028\"",
    ];
    let odd = odd.iter().map(|text| json::parse(text).unwrap());
    let values: Vec<Value> = random(&arbitrary::value(), 2000).into_iter().chain(odd).collect();
    let lines: Vec<String> =
        values.iter().map(|value| super::statement(0, "value = ", &value::value(value), "")).collect();
    let program = "import json, sys\n\
                   for text in json.load(sys.stdin):\n    \
                       names = {}\n    \
                       exec(text, names)\n    \
                       print(json.dumps(names['value']))\n";
    let output = printed(program, &serde_json::to_string(&lines).unwrap());
    assert_eq!(output.lines().count(), values.len());
    for (line, value) in output.lines().zip(&values) {
        // Compared as text, because NaN is not equal to itself, and 0.0 is equal to -0.0.
        assert_eq!(json::parse(line).unwrap().to_string(), value.to_string());
    }
}

/// Returns an interpreter whose Heat loads the plug-ins of a folder.
fn interpreter(folder: &Path) -> PathBuf {
    let code = format!(
        "import heat.common.config\nfrom oslo_config import cfg\n\
         cfg.CONF.set_override(\"plugin_dirs\", [{:?}])\n",
        folder.join("plugins").to_str().unwrap()
    );
    fs::create_dir_all(folder.join("start")).unwrap();
    fs::write(folder.join("start/sitecustomize.py"), code).unwrap();
    let path = folder.join("python");
    let start = folder.join("start");
    let script =
        format!("#!/bin/sh\nPYTHONPATH='{}' exec '{}' \"$@\"\n", start.display(), python().display());
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
#[ignore = "needs a Python with Heat"]
fn heat_reads_any_type_as_its_schema_says() {
    let folder = std::env::temp_dir().join(format!("heat-codegen-python-{}", std::process::id()));
    fs::create_dir_all(folder.join("plugins")).unwrap();
    let mut types = random(&arbitrary::resource_type(), TYPES);
    let first = format!("Random::T0::{}", types[0].name);
    for (number, schema) in types.iter_mut().enumerate() {
        schema.name = format!("Random::T{number}::{}", schema.name);
        make_valid(schema, &first);
    }
    fs::write(folder.join("plugins/random_types.py"), written(&types)).unwrap();
    let facts = Facts::read("Heat", &introspect(&interpreter(&folder)).unwrap(), Descriptions::Keep);
    fs::remove_dir_all(&folder).unwrap();
    let problems: Vec<&str> = facts.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(problems, Vec::<&str>::new());
    for schema in &mut types {
        let found = &facts.types[&schema.name].schema;
        schema.description = schema.description.take().map(|text| in_one_line(&text));
        let mut found = found.clone();
        found.description = found.description.map(|text| in_one_line(&text));
        schema.python_class.clone_from(&found.python_class);
        assert_eq!(&found, schema);
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Changes a type so that Heat accepts it, and an import can represent everything in it.
fn make_valid(schema: &mut ResourceType, substitute: &str) {
    let name = schema.name.clone();
    trim(&mut schema.description);
    make_valid_status(&mut schema.support_status);
    for entry in &mut schema.support_status.history {
        entry.substitute_class = entry.substitute_class.take().map(|_| substitute.to_owned());
    }
    for text in [&mut schema.default_client_name, &mut schema.entity, &mut schema.required_service_extension]
    {
        trim(text);
    }
    // Names like `__len__` are special in Python: the client object that an import queries does not have such attributes.
    let has_record = schema.has_record();
    schema.entity.take_if(|entity| entity.starts_with("__"));
    schema.set_has_record(has_record);
    // Data that is only in the code of methods, or has no equivalent in a class.
    schema.keywords.clear();
    schema.examples.clear();
    schema.accepted_findings.clear();
    schema.validation_rules.clear();
    schema.dependencies_by_value.clear();
    schema.clear_keys_beside_heat();
    schema.properties.values_mut().chain(schema.update_policy.values_mut()).for_each(make_valid_property);
    // Heat defines the base attribute itself.
    schema.attributes.shift_remove(ResourceType::BASE_ATTRIBUTE);
    for attribute in schema.attributes.values_mut() {
        trim(&mut attribute.description);
        make_valid_status(&mut attribute.support_status);
        drop_substitutes(&mut attribute.support_status);
    }
    for group in &mut schema.properties_groups {
        if let PropertiesGroup::ApiVersions(versions) = group {
            versions.client_plugin.push_str("nova");
        }
    }
    make_valid_rules(schema);
    assert_eq!(schema.name, name);
}

fn make_valid_property(property: &mut PropertySchema) {
    property.update_effect = None;
    trim(&mut property.description);
    make_valid_status(&mut property.support_status);
    drop_substitutes(&mut property.support_status);
    // Heat does not accept both together.
    property.immutable &= !property.update_allowed;
    let property_type = property.property_type;
    property.constraints.retain(|constraint| {
        constraint.kind.valid_types().contains(&property_type) && constraint.kind.flaw().is_none()
    });
    for constraint in &mut property.constraints {
        trim(&mut constraint.description);
        match &mut constraint.kind {
            ConstraintKind::AllowedValues(values) => values.iter_mut().for_each(make_importable),
            ConstraintKind::Range { min: left, max: right }
            | ConstraintKind::Length { min: left, max: right }
            | ConstraintKind::Modulo { step: left, offset: right } => {
                left.iter_mut().chain(right).for_each(make_importable);
            }
            ConstraintKind::AllowedPattern(_) | ConstraintKind::Custom(_) => {}
        }
    }
    // A default would have to satisfy the constraints.
    property.default.take_if(|_| {
        property.constraints.iter().any(|constraint| !matches!(constraint.kind, ConstraintKind::Custom(_)))
    });
    property.default.iter_mut().for_each(make_importable);
    property.schema.take_if(|nested| !property_type.is_collection() || nested.entries().next().is_none());
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => make_valid_property(item),
        Some(NestedSchema::Members(members)) => members.values_mut().for_each(make_valid_property),
        None => {}
    }
}

fn make_valid_status(status: &mut SupportStatus) {
    for entry in &mut status.history {
        trim(&mut entry.version);
        trim(&mut entry.message);
    }
    // A default entry and an empty history both mean that the item was always supported.
    if status.history.iter().eq([&StatusEntry::default()]) {
        status.history.clear();
    }
}

/// Removes the substitutes of a property or attribute, because only a type can have one.
fn drop_substitutes(status: &mut SupportStatus) {
    status.history.iter_mut().for_each(|entry| entry.substitute_class = None);
    make_valid_status(status);
}

/// Changes a text in the same way as an import.
fn trim(text: &mut Option<String>) {
    *text = text.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
}

/// Replaces numbers that JSON cannot represent exactly. Another test covers those.
fn make_importable(value: &mut Value) {
    *value = importable(value);
}

fn importable(value: &Value) -> Value {
    match value {
        Value::Integer(integer) => Value::from(integer.as_i64().unwrap_or(-7)),
        Value::Float(float) => Value::Float(float.clamp(-9.0, 9.0).trunc() + 0.25),
        Value::List(items) => items.iter().map(importable).collect::<Vec<_>>().into(),
        Value::Map(map) => map.iter().map(|(key, item)| (key.clone(), importable(item))).collect(),
        other => other.clone(),
    }
}

/// Changes the rules so that Heat accepts each of them, and an import finds their conditions by setting one property at a time.
fn make_valid_rules(schema: &mut ResourceType) {
    let mut deciding = PropertySchema::new(PropertyType::String);
    let (property, values): (&str, &[&str]) = match schema.translation_rules.len() {
        0 | 1 => ("decides", &[]),
        2 => ("decides_by_value", &["b"]),
        _ => ("decides_by_value", &["a", "b"]),
    };
    if !values.is_empty() {
        let allowed = ["a", "b", "c"].map(Value::from).to_vec();
        deciding.constraints.push(Constraint::from(ConstraintKind::AllowedValues(allowed)));
    }
    schema.properties.insert(property.to_owned(), deciding);
    let when = When {
        property: property.to_owned(),
        values: values.iter().map(|value| Value::from(*value)).collect(),
    };
    for (number, rule) in schema.translation_rules.iter_mut().enumerate() {
        make_valid_rule(rule);
        // All rules are different.
        rule.translation_path.insert(0, number.to_string());
        rule.when = (number % 2 == 0).then(|| when.clone());
        if rule.when.is_some() && values.is_empty() && rule.value.is_some() {
            let reference = IndexMap::from([("get_property".to_owned(), Value::from(property))]);
            rule.value = Some(vec![Value::from(reference)].into());
        }
    }
}

fn make_valid_rule(rule: &mut TranslationRule) {
    // Heat only accepts one of these.
    if rule.value.is_some() {
        (rule.value_name, rule.value_path) = (None, None);
    } else if rule.value_name.is_some() {
        rule.value_path = None;
    }
    // An empty value means no value, and an added value must be a list.
    let value = rule.value.take().map(|value| importable(&value)).filter(Value::is_truthy);
    rule.value = value.map(|value| if rule.rule == RuleKind::Add { vec![value].into() } else { value });
    if let Some(plugin) = &mut rule.client_plugin {
        plugin.push_str("nova");
    }
    if rule.rule == RuleKind::Resolve && rule.client_plugin.is_none() {
        rule.finder.get_or_insert_with(|| "find".to_owned());
    }
    if rule.finder.as_deref() == Some("") && rule.client_plugin.is_none() {
        rule.finder = Some("find".to_owned());
    }
}
