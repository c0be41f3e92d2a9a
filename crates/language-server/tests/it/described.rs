//! Tests of files that a JSON Schema describes: tests of templates, and rules of projects.

use serde_json::{Value, json};

use super::client::{Client, cursor, folder, texts, uri};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number}
conditions:
  large: {equals: [{get_param: size}, 64]}
resources:
  port: {type: My::Net::Port}
  server: {type: My::Compute::Server, properties: {size: {get_param: size}}}
outputs:
  where: {value: {get_attr: [server, address]}}
";

/// A server with a template, and a document beside it. The text has a cursor.
fn open(case: &str, file: &str, text: &str) -> (Client, Value) {
    let folder = folder(&format!("described-{case}"), &[("site.yaml", TEMPLATE)]);
    let (text, position) = cursor(text);
    let document = uri(&folder.join(file));
    let mut client = Client::initialized(&json!({
        "capabilities": {}, "workspaceFolders": [{"uri": uri(&folder), "name": "site"}],
    }));
    client.open(&document, &text);
    (client, json!({"textDocument": {"uri": document}, "position": position}))
}

/// The labels of completions.
fn offered(case: &str, file: &str, text: &str) -> String {
    let (mut client, at) = open(case, file, text);
    let answer = client.ask("textDocument/completion", &at).unwrap();
    texts(&answer, "label").join(", ")
}

#[test]
fn keys_and_names_are_offered_in_tests() {
    let check = |case: &str, text: &str, expect: &str| {
        assert_eq!(offered(case, "site.test.yaml", text), expect, "{text}");
    };
    check("root", "cases: {}\n|\n", "template, environments, parameters, answers");
    check(
        "case",
        "cases:\n  a:\n    expect: []\n    |\n",
        "environments, parameters, answers, from, refused, snapshot",
    );
    check("parameters", "parameters:\n  |\n", "size");
    check("of-case", "cases:\n  a:\n    parameters: {|}\n", "size");
    check("attributes", "answers:\n  attributes:\n    |\n", "port, server");
    check("attribute", "answers:\n  attributes:\n    server: {|}\n", "address, old_address");
    let expect = |entry: &str| format!("cases:\n  a:\n    expect:\n      - {entry}\n  b: {{}}\n");
    check("resource", &expect("{resource: |}"), "port, server");
    check("output", &expect("{output: |}"), "where");
    check("condition", &expect("{condition: |}"), "large");
    check(
        "property",
        &expect("{resource: server, property: [|]}"),
        "name, size, kind, started, networks, tags, extra, secret_id",
    );
    check("state", &expect("{resource: server, property: [size], is: |}"), "filled, empty, given, missing");
    check(
        "action",
        &expect("{resource: server, action: |}"),
        "unchanged, created, updated, replaced, deleted, refused",
    );
    check("from", "cases:\n  a: {}\n  b:\n    from: |\n", "a");
    check("template", "template: |\n", "site.yaml");
    assert_eq!(offered("other-ending", "site.test.yml", "parameters:\n  |\n"), "size");
}

#[test]
fn keys_and_names_are_offered_in_rules() {
    let check = |case: &str, text: &str, expect: &str| {
        assert_eq!(offered(&format!("rule-{case}"), "rules/a.yaml", text), expect, "{text}");
    };
    check("severity", "rule: a\nseverity: |\n", "error, warning, note");
    check(
        "subject",
        "rule: a\napplies_to: |\n",
        "stack, template, parameters, environments, updates, plan, schemas",
    );
    assert!(
        offered("types", "rules/a.yaml", "rule: a\napplies_to: [|]\n").starts_with("My::Compute::Server, ")
    );
    let rule = |all: &str| format!("rule: a\napplies_to: [My::Compute::Server]\nall:\n  - {all}\n");
    check(
        "property",
        &rule("{property: [|]}"),
        "name, size, kind, started, networks, tags, extra, secret_id",
    );
    check(
        "empty",
        "rule: a\nsummary: x\nwhy: x\napplies_to: stack\nall: []\nseverity: error\nhel|\n",
        "description, help, cwe, cases, at_most_one, at_least_one, exactly_one, none, equal, ascending, for_each, when, message, before, example, use_instead",
    );
}

#[test]
fn mistakes_are_reported() {
    let found = |case: &str, file: &str, text: &str| {
        let (mut client, _) = open(case, file, text);
        let published = client.published();
        texts(&published["diagnostics"], "message").join("; ")
    };
    assert!(
        found("bad-tests", "site.test.yaml", "case|s: {a: {expects: []}}\n").contains("has no key `expects`")
    );
    let rule = "rule: a\nsummary: x\nwhy: x\napplies_to: [My::Compute::Sever]\nall: [[si|ze]]\n";
    assert!(
        found("bad-rule", "rules/a.yaml", rule).contains("there is no resource type `My::Compute::Sever`")
    );
    assert_eq!(found("good-rule", "rules/a.yaml", &rule.replace("Sever", "Server")), "");
}
