//! Tests of `explain`, and of the pages about Heat's errors that other commands name.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::support::{folder, run, run_in, write};

#[test]
fn a_message_is_explained() {
    assert_snapshot!(run(&["explain", "ERROR: The Parameter (key_name) was not provided."]));
    assert_snapshot!(run(&["explain", "not-an-allowed-value"]));
    assert_snapshot!(run(&[
        "explain", "Property", "error:", "a.b:", "Value", "'10GB'", "is", "not", "an", "integer"
    ]));
}

#[test]
fn similar_messages_are_named() {
    assert_snapshot!(run(&["explain", "circular dependency"]));
    assert_snapshot!(run(&["explain", "there is nothing like this"]), @r"
    exit code 1
    --- err
    error: no message of Heat has these words
      note: 391 messages are known, with gaps for names and values
      help: ask the service that said so: `openstack stack failures list --long STACK` shows the resource, and its type the service
    ");
}

#[test]
fn classes_and_ids_lead_to_their_pages() {
    fn check(text: &str, expect: &str) {
        let ran = run(&["explain", text]);
        assert_eq!(ran.code, 0, "{ran}");
        assert!(ran.out.contains(expect), "{ran}");
    }
    check("WaitConditionTimeout", "{received} of {count} received");
    check("resourceinerror", "resourceinerror is the class of ");
    check("ResourceInError", " (`heat-codegen explain no-valid-host`)\n");
    check("wait condition timeout", "{received} of {count} received");
}

#[test]
fn programs_get_json() {
    let ran = run(&["explain", "--format", "json", "Property error: a.b: c is not an allowed value [d]"]);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let ids: Vec<&str> = found.as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["not-an-allowed-value", "property-error"]);
    assert_eq!((&found[0]["http"], &found[0]["class"]), (&400.into(), &"StackValidationFailed".into()));
    assert_eq!(found[0]["files"].as_array().unwrap().len(), 2);
    let rule = run(&["explain", "--format", "json", "unknown-property"]);
    let rule: serde_json::Value = serde_json::from_str(&rule.out).unwrap();
    assert_eq!((&rule[0]["about"], &rule[0]["severity"]), (&"templates".into(), &"error".into()));
}

#[test]
fn validate_names_the_pages_of_its_errors() {
    let folder = folder("error-pages");
    write(
        &folder.join("a.yaml"),
        "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::RandomString, properties: {lenght: 1}}\n  b: {type: OS::Heat::Nothing}\n",
    );
    let ran = run_in(&folder, &["validate", "--schemas", "built-in", "a.yaml"]);
    let line = "pages about these errors of Heat: `unknown-property`, `resource-type-not-found`; `heat-codegen explain unknown-property` shows one\n";
    assert!(ran.err.contains(line), "{ran}");
    let ran = run_in(&folder, &["validate", "--schemas", "built-in", "--format", "json", "a.yaml"]);
    assert!(!ran.err.contains("pages about"), "{ran}");
    fs::remove_dir_all(Path::new(&folder)).unwrap();
}
