//! Tests of warnings and suggestions about names that a stack or Heat knows: renaming, custom constraints, versions.

use serde_json::{Value, json};

use super::client::{Client, URI, cursor};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  db: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
  kept: {type: OS::Cinder::Volume, deletion_policy: Retain, properties: {size: 1}}
  net: {type: OS::Neutron::Net}
  old: {type: OS::Cinder::Volume, external_id: 7f3c}
outputs:
  id: {value: {get_resource: db}}
";

/// A server with Heat's types, a client with these capabilities, and a document.
fn client(capabilities: &Value, text: &str) -> Client {
    let mut client = Client::with_heat();
    client.ask("initialize", &json!({"capabilities": capabilities})).unwrap();
    client.notify("initialized", json!({}));
    client.open(URI, text);
    client
}

/// The answer at the cursor in a template, with the server's messages.
fn asked(capabilities: &Value, text: &str, method: &str, mut more: Value) -> (Value, Vec<Value>) {
    let (text, position) = cursor(text);
    let mut client = client(capabilities, &text);
    more["textDocument"] = json!({"uri": URI});
    more["position"] = position;
    let answer = client.ask(method, &more).unwrap();
    let said = client.notified.drain(..).filter(|params| params.get("message").is_some());
    (answer, said.collect())
}

fn annotating() -> Value {
    json!({"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}}})
}

fn renamed(capabilities: &Value, place: &str) -> (Value, Vec<Value>) {
    let plain = place.replacen('|', "", 1);
    let text = TEMPLATE.replacen(&plain, place, 1);
    asked(capabilities, &text, "textDocument/rename", json!({"newName": "renamed"}))
}

#[test]
fn a_client_asks_before_a_running_stack_would_delete_a_resource() {
    fn check(place: &str, edits: usize, confirms: bool, words: &[&str]) {
        let (answer, said) = renamed(&annotating(), place);
        assert_eq!(said, Vec::<Value>::new(), "{place}");
        assert_eq!(answer.get("changes"), None, "{place}");
        let (id, annotation) = answer["changeAnnotations"].as_object().unwrap().iter().next().unwrap();
        assert_eq!(annotation["needsConfirmation"], confirms, "{place}");
        let shown = format!("{} {}", annotation["label"], annotation["description"]);
        assert!(words.iter().all(|word| shown.contains(word)), "{place}: {shown}");
        let document = &answer["documentChanges"][0];
        assert_eq!(document["textDocument"], json!({"uri": URI, "version": 1}), "{place}");
        let found = document["edits"].as_array().unwrap();
        assert_eq!(found.len(), edits, "{place}");
        assert!(found.iter().all(|edit| edit["annotationId"] == *id && edit["newText"] == "renamed"));
    }
    check(
        "d|b: {type",
        2,
        true,
        &["deletes the resource `db`", "the data on the volume", "deletion_policy: Retain"],
    );
    check("get_resource: d|b", 2, true, &["deletes the resource `db`"]);
    check("kep|t: {type", 1, true, &["keeps the old one"]);
    check("ne|t: {type", 1, true, &["another ID"]);
    check("si|ze: {type", 2, false, &["sets the parameter `size`"]);
    check("i|d: {value", 1, false, &["reads the output `id`"]);
    // Names of resources that exist outside of the stack stay unchanged.
    let (answer, _) = renamed(&annotating(), "ol|d: {type");
    assert_eq!(answer.get("changeAnnotations"), None);
}

#[test]
fn other_clients_show_a_message() {
    fn check(place: &str, expect: Option<&str>) {
        let (answer, said) = renamed(&json!({}), place);
        assert!(answer["changes"][URI].is_array(), "{answer}");
        let message = said.first().map(|params| params["message"].as_str().unwrap());
        assert_eq!(message.is_some(), expect.is_some(), "{place}: {message:?}");
        assert!(message.unwrap_or_default().contains(expect.unwrap_or_default()), "{place}: {message:?}");
    }
    check("d|b: {type", Some("the data on the volume"));
    check("ol|d: {type", None);
    check("si|ze: {type", None);
}

/// The labels of completions at a cursor.
fn offered(lines: &str) -> Vec<String> {
    let text = format!("heat_template_version: 2018-08-31\n{lines}");
    let (answer, _) = asked(&json!({}), &text, "textDocument/completion", json!({}));
    let items = answer.as_array().unwrap().iter();
    items.map(|item| item["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn constraints_of_parameters_are_completed() {
    let parameter = |rest: &str| format!("parameters:\n  p:\n    type: string\n{rest}");
    let names = offered(&parameter("    constraints:\n      - custom_constraint: |\n"));
    assert!(
        names.contains(&"neutron.network".to_owned()) && names.contains(&"iso_8601".to_owned()),
        "{names:?}"
    );
    let check = |lines: &str, expect: &[&str]| assert_eq!(offered(&parameter(lines)), expect, "{lines}");
    check("    constraints:\n      - range: {|}\n", &["min", "max"]);
    check("    constraints:\n      - modulo: {step: 2, |}\n", &["offset"]);
    check("    constraints: [{allowed_values: [a, b]}]\n    default: |\n", &["a", "b"]);
    check("parameter_groups:\n  - |\n", &["label", "description", "parameters"]);
}

/// The hover text at a cursor.
fn hover(text: &str) -> String {
    let (answer, _) = asked(&json!({}), text, "textDocument/hover", json!({}));
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn versions_and_custom_constraints_are_explained() {
    let check = |text: &str, words: &[&str]| {
        let shown = hover(text);
        assert!(words.iter().all(|word| shown.contains(word)), "{text}: {shown}");
    };
    check("heat_template_version: 2016-10|-14\n", &["`newton`", "Newton", "2016-04-08", "conditions"]);
    check("heat_template_version: walla|by\n", &["2021-04-16", "Wallaby", "newest"]);
    check("heat_template_version: 2013-05|-23\n", &["Havana", "first version"]);
    check("HeatTemplateFormatVersion: 2012-1|2-12\n", &["CloudFormation", "no conditions"]);
    check("AWSTemplateFormatVersion: 2010-0|9-09\n", &["CloudFormation", "conditions"]);
    check(
        "heat_template_version: 2018-08-31\nparameters:\n  p: {type: string, constraints: [{custom_constraint: neutron.ne|twork}]}\n",
        &["neutron.network"],
    );
}
