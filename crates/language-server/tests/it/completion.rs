//! Tests of completions and hovers at a cursor.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, URI, at_cursor, cursor};

/// A template that ends with these lines.
fn template(lines: &str) -> String {
    format!(
        "heat_template_version: 2018-08-31
parameters:
  size: {{type: number, description: How large.}}
conditions:
  large: {{equals: [{{get_param: size}}, 64]}}
resources:
  port: {{type: My::Net::Port}}
  server:
    type: My::Compute::Server
{lines}"
    )
}

/// The completions: labels with their details, and the inserted text if it differs.
fn check(lines: &str) -> String {
    let (_, answer) = at_cursor(&template(lines), "textDocument/completion", json!({}));
    let answer = answer.unwrap();
    let line = |item: &Value| {
        let text = |key: &str| item[key].as_str().map(str::to_owned);
        let written = item["textEdit"]["newText"].as_str().unwrap();
        let label = text("label").unwrap();
        let detail = text("detail").map(|detail| format!(" ({detail})")).unwrap_or_default();
        let tags = if item["tags"].is_null() { "" } else { ", deprecated" };
        let written = if written == label { String::new() } else { format!(" → {written:?}") };
        format!("{label}{detail}{tags}{written}")
    };
    let items: Vec<String> = answer.as_array().into_iter().flatten().map(line).collect();
    items.join("\n")
}

/// The labels of the completions, without functions.
fn labels(lines: &str) -> String {
    let offered = check(lines);
    let label = |line: &str| line.split(" → ").next().unwrap_or_default().to_owned();
    let lines = offered.lines().filter(|line| !line.contains(" → \"{")).map(label);
    lines.collect::<Vec<_>>().join(", ")
}

#[test]
fn names_are_offered_where_they_are_used() {
    let parameters = "size, OS::stack_id (pseudo parameter), OS::stack_name (pseudo parameter), \
                      OS::region (pseudo parameter), OS::project_id (pseudo parameter)";
    assert_eq!(labels("    properties: {size: {get_param: |}}\n"), parameters);
    assert_eq!(labels("    properties:\n      size: {get_param: |\n      kind: small\n"), parameters);
    assert_eq!(labels("    properties:\n      size:\n        get_param: si|\n"), parameters);
    let resources = "port (My::Net::Port), server (My::Compute::Server)";
    assert_eq!(labels("    metadata: {a: {get_resource: '|'}}\n"), resources);
    assert_eq!(labels("    metadata: {a: {get_attr: [|\n"), resources);
    assert_eq!(labels("    depends_on: |\n"), "port (My::Net::Port)");
    assert_eq!(labels("    depends_on:\n      - |\n"), "port (My::Net::Port)");
    assert_eq!(labels("    condition: |\n"), "large");
    assert_eq!(labels("    properties: {size: {if: [|, 2, 4]}}\n"), "large");
    assert_eq!(labels("outputs:\n  o: {value: {get_resource: |}}\n"), resources);
}

#[test]
fn attributes_are_those_of_the_type() {
    assert_eq!(labels("outputs: {o: {value: {get_attr: [server, |]}}}\n"), "address (string), show (map)");
    // A type whose service has no record has no `show` to offer.
    assert_eq!(labels("outputs: {o: {value: {get_attr: [port, |]}}}\n"), "");
}

#[test]
fn properties_are_offered_with_required_ones_first() {
    assert_snapshot!(check("    properties:\n      kind: small\n      |\n"));
    assert_snapshot!(check("    properties:\n      networks:\n        - |\n"));
    assert_eq!(labels("    properties: {networks: [{|}]}\n"), "port (string, required)");
}

#[test]
fn values_are_those_that_the_schema_allows() {
    assert_snapshot!(check("    properties:\n      kind: |\n"));
    assert_eq!(labels("    properties: {started: |}\n"), "true, false");
    assert_eq!(labels("    properties: {kind: {if: [large, |, small]}}\n"), "small (default), large, 8");
    assert_eq!(labels("    deletion_policy: |\n"), "delete, retain, snapshot");
}

#[test]
fn what_is_no_text_is_written_without_quotes() {
    let written = |lines: &str, label: &str| {
        let offered = check(lines);
        let line = offered.lines().find(|line| line.starts_with(label));
        line.unwrap_or_else(|| panic!("{label} is not in {offered}")).to_owned()
    };
    assert_eq!(written("    properties: {started: |}\n", "true"), "true");
    assert_eq!(written("    properties: {started: \"|\"}\n", "true"), "true");
    assert_eq!(written("parameters:\n  a: {type: string, hidden: |}\n", "false"), "false");
    // A string that looks like a number is quoted.
    assert_eq!(written("    properties: {kind: |}\n", "8"), "8 → \"\\\"8\\\"\"");
}

#[test]
fn required_properties_come_with_their_key() {
    let written = |lines: &str| {
        let (text, position) = cursor(&template(lines));
        let snippets = json!({"completion": {"completionItem": {"snippetSupport": true}}});
        let mut client = Client::initialized(&json!({"capabilities": {"textDocument": snippets}}));
        client.open(URI, &text);
        let at = json!({"textDocument": {"uri": URI}, "position": position});
        let answer = client.ask("textDocument/completion", &at).unwrap();
        let items = answer.as_array().unwrap();
        let item = items.iter().find(|item| item["label"] == "properties").unwrap();
        item["textEdit"]["newText"].as_str().unwrap().to_owned()
    };
    assert_eq!(written("    |\n"), "properties:\n  size: $1");
    assert_eq!(written("  other: {type: My::Compute::Server, |}\n"), "properties: {size: $1}$0");
    assert_eq!(written("    prop|: {}\n"), "properties");
    assert_eq!(written("  other: {type: My::Net::Port, |}\n"), "properties: ");
    // Without snippets, the position of the cursor cannot be set.
    assert!(check("    |\n").starts_with("properties → \"properties: \"\n"));
}

#[test]
fn types_are_those_that_are_shown() {
    assert_eq!(labels("  other:\n    type: |\n"), "My::Compute::Server, My::Net::Port, deprecated");
    assert_eq!(labels("  other: {type: My::Co|}\n"), "My::Compute::Server, My::Net::Port, deprecated");
}

#[test]
fn keys_are_offered_where_they_can_be() {
    assert_snapshot!(check("    |\n"));
    assert_eq!(labels("out|\n"), "description, parameter_groups, outputs");
    assert_eq!(labels("outputs:\n  o:\n    |\n"), "value, description, condition");
    assert_eq!(
        labels("    properties:\n      name:\n        str_replace:\n          |\n"),
        "template, params"
    );
    let with_parameters =
        |lines: &str| template("").replace("  size: {type: number, description: How large.}\n", lines);
    let at = |lines: &str| {
        let (_, answer) = at_cursor(&with_parameters(lines), "textDocument/completion", json!({}));
        let labels = answer.unwrap();
        let labels = labels.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned());
        labels.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        at("  size:\n    type: number\n    |\n"),
        "description, default, schema, constraints, hidden, label, immutable, tags"
    );
    assert_eq!(at("  size:\n    type: |\n"), "string, number, comma_delimited_list, json, boolean");
    assert_eq!(
        at("  size: {type: number, constraints: [{|}]}\n"),
        "range, length, modulo, allowed_values, allowed_pattern, custom_constraint, description"
    );
}

#[test]
fn versions_are_offered_newest_first() {
    let (_, answer) = at_cursor("heat_template_version: |\n", "textDocument/completion", json!({}));
    let answer = answer.unwrap();
    let labels = answer.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap());
    assert_eq!(
        labels.take(7).collect::<Vec<_>>(),
        ["wallaby", "rocky", "queens", "pike", "ocata", "newton", "2021-04-16"]
    );
}

#[test]
fn nothing_is_offered_in_comments_and_other_documents() {
    assert_eq!(check("    # |\n"), "");
    let (_, answer) = at_cursor("type: |\n", "textDocument/completion", json!({}));
    assert_eq!(answer.unwrap(), Value::Null);
}

/// The hover text at a cursor.
fn hover(lines: &str) -> String {
    let (_, answer) = at_cursor(&template(lines), "textDocument/hover", json!({}));
    answer.unwrap()["contents"]["value"].as_str().unwrap_or("nothing").to_owned()
}

#[test]
fn docs_are_shown_for_what_is_there() {
    let lines = "    properties: {size: {get_param: size}, networks: [{port: {get_resource: port}}]}
outputs: {a: {value: {get_attr: [server, address]}}}
";
    let shown = |place: &str| {
        let plain = place.replacen('|', "", 1);
        assert!(lines.contains(&plain), "{plain}");
        format!("--- {place}\n{}", hover(&lines.replacen(&plain, place, 1)))
    };
    let places = [
        "si|ze: {get_param",
        "get_pa|ram",
        "get_param: |size",
        "netwo|rks: [{port",
        "{po|rt: {get",
        "get_resource: po|rt",
        "[server, addr|ess",
        "val|ue",
    ];
    assert_snapshot!(places.map(shown).concat());
    let (_, answer) = at_cursor(
        &template("").replace("Compute::Server", "Compute::Ser|ver"),
        "textDocument/hover",
        json!({}),
    );
    assert_snapshot!(answer.unwrap()["contents"]["value"].as_str().unwrap());
}
