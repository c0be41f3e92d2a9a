//! Messages of the errors in values.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use heat_model::evaluate::{Validator, nothing_deferred};
use heat_model::{PropertySchema, Value};
use indexmap::IndexMap;

fn check(schema: &str, data: &str, expect: &[&str]) {
    let schema: IndexMap<String, PropertySchema> = serde_json::from_str(schema).unwrap();
    let data: IndexMap<String, Value> = serde_json::from_str(data).unwrap();
    let errors = Validator { is_deferred: &nothing_deferred }.errors(&schema, &data);
    let errors: Vec<_> = errors.iter().map(|error| format!("{}: {}", error.path, error.message)).collect();
    assert_eq!(errors, expect);
}

const NETWORKS: &str = r#"{
    "name": {"type": "string", "required": true, "constraints": [{"length": {"max": 4}}]},
    "networks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
        "port": {"type": "integer", "constraints": [{"range": {"min": 1}}]},
        "fixed_ip": {"type": "string"}
    }}}}
}"#;

#[test]
fn every_error_is_found_with_its_path() {
    check(NETWORKS, r#"{"name": "web", "networks": [{"port": "80"}]}"#, &[]);
    check(
        NETWORKS,
        r#"{"netwroks": 1, "networks": [{"port": 0}, {"port": "x", "fixed_ip": []}, 7]}"#,
        &[
            "netwroks: unknown property: did you mean `networks`?",
            "name: missing required property",
            "networks[0].port: 0 is out of range: at least 1",
            "networks[1].port: expected an integer, found string \"x\"",
            "networks[1].fixed_ip: expected a string, found list []",
            "networks[2]: expected a map, found integer 7",
        ],
    );
    check(NETWORKS, r#"{"name": "toolong"}"#, &["name: its length, 7, is out of range: at most 4"]);
}

#[test]
fn values_are_converted_as_heat_converts_them() {
    check(r#"{"a": {"type": "string"}}"#, r#"{"a": 5}"#, &[]);
    check(r#"{"a": {"type": "string"}}"#, r#"{"a": 5.5}"#, &["a: expected a string, found number 5.5"]);
    check(r#"{"a": {"type": "boolean"}}"#, r#"{"a": "TRUE"}"#, &[]);
    check(r#"{"a": {"type": "boolean"}}"#, r#"{"a": 1}"#, &["a: expected true or false, found integer 1"]);
    check(r#"{"a": {"type": "integer"}}"#, r#"{"a": 5.9}"#, &[]);
    check(
        r#"{"a": {"type": "list", "allow_conversion": true, "constraints": [{"allowed_values": ["x", "y"]}]}}"#,
        r#"{"a": "x, y"}"#,
        &["a: \" y\" is not one of \"x\", \"y\""],
    );
}

#[test]
fn null_is_the_default_or_the_empty_value() {
    let schema = r#"{"a": {"type": "integer", "required": true, "constraints": [{"range": {"min": 1}}]}}"#;
    check(schema, r#"{"a": null}"#, &["a: 0 is out of range: at least 1"]);
    check(schema, "{}", &["a: missing required property"]);
    check(
        r#"{"a": {"type": "string", "default": "x", "constraints": [{"length": {"min": 1}}]}}"#,
        r#"{"a": null}"#,
        &[],
    );
}
