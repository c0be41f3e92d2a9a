//! Tests of published diagnostics.

use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, URI, drawn, folder, schemas, texts, uri};

/// The findings of a document, drawn into its text.
fn shown(text: &str, published: &Value) -> String {
    let diagnostics = published["diagnostics"].as_array().unwrap().iter();
    let notes = diagnostics.map(|found| {
        let mut note = format!(
            "{} {}{}: {}",
            ["", "error", "warning", "note"][usize::try_from(found["severity"].as_u64().unwrap()).unwrap()],
            found["code"].as_str().unwrap(),
            if found["tags"].is_null() { String::new() } else { format!(" (tags {})", found["tags"]) },
            found["message"].as_str().unwrap()
        );
        for related in found["relatedInformation"].as_array().into_iter().flatten() {
            let place = &related["location"];
            let file = place["uri"].as_str().unwrap().rsplit('/').next().unwrap();
            let line = place["range"]["start"]["line"].as_u64().unwrap() + 1;
            _ = write!(note, "\n{file}:{line}: {}", related["message"].as_str().unwrap());
        }
        (&found["range"], note)
    });
    drawn(text, notes)
}

fn check(text: &str) -> String {
    let published = Client::with(URI, text).published();
    assert_eq!((&published["uri"], &published["version"]), (&json!(URI), &json!(1)));
    shown(text, &published)
}

#[test]
fn everything_that_validate_finds_is_published() {
    assert_snapshot!(check(
        "heat_template_version: 2016-10-14
parameters:
  size: {type: number, description: 'How large the server is, in 😀.'}
  unused: {type: string, description: Nothing.}
resources:
  port: {type: My::Net::Port}
  server:
    type: My::Compute::Server
    properties: {kind: '😀', siez: {get_param: size}}
    properties: {kind: '😀', siez: {get_param: size}}
    metadata: {other: {get_resource: prot}}
"
    ));
}

#[test]
fn what_cannot_be_read_is_one_finding() {
    assert_snapshot!(check("heat_template_version: rocky\nresources: {a: [}\n"));
    let large = format!("heat_template_version: rocky\n#{}\n", " ".repeat(16 << 20));
    let published = Client::with(URI, &large).published();
    assert_eq!(published["diagnostics"][0]["code"], "too-large");
    assert_eq!(published["diagnostics"].as_array().unwrap().len(), 1);
}

#[test]
fn other_documents_have_no_findings() {
    assert_eq!(check("type: My::Net::Port\nproperties: 5\n"), "");
    assert_eq!(check("a: [\n"), "");
}

#[test]
fn changes_and_closing_replace_the_findings() {
    let text = "heat_template_version: rocky\nresources: {a: {type: My::Net::Prot}}\n";
    let mut client = Client::with(URI, text);
    assert_eq!(client.published()["diagnostics"][0]["code"], "unknown-resource-type");
    let range = json!({"start": {"line": 1, "character": 32}, "end": {"line": 1, "character": 34}});
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [{"range": range, "text": "or"}],
        }),
    );
    let published = client.published();
    assert_eq!(
        (&published["diagnostics"][0]["code"], &published["version"]),
        (&json!("deprecated-type"), &json!(2))
    );
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.published()["diagnostics"], json!([]));
}

const PARENT: &str = "heat_template_version: rocky
resources:
  a: {type: nested.yaml, properties: {size: 5}}
";
const NESTED: &str = "heat_template_version: rocky
parameters: {size: {type: number, description: How large.}}
outputs: {size: {value: {get_param: size}}}
";

#[test]
fn nested_templates_are_read_as_the_editor_has_them() {
    let folder = folder("nested", &[("parent.yaml", PARENT), ("nested.yaml", NESTED)]);
    let [parent, nested] = ["parent.yaml", "nested.yaml"].map(|name| uri(&folder.join(name)));
    let mut client = Client::with(&parent, PARENT);
    assert_eq!(shown(PARENT, &client.published()), "");
    // Unsaved text is used, and the template that contains the nested one is checked again.
    client.open(&nested, &NESTED.replace("size:", "length:"));
    let first = client.published();
    assert_eq!(first["uri"], parent.as_str());
    assert_snapshot!(shown(PARENT, &first).replace(folder.to_str().unwrap(), "[FOLDER]"));
    assert_eq!(client.published()["uri"], nested.as_str());
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": nested}}));
    assert_eq!(client.published()["uri"], nested.as_str());
    assert_eq!(shown(PARENT, &client.published()), "");
}

const SIZED: &str = "heat_template_version: rocky
parameters: {size: {type: number, description: How large., constraints: [{range: {max: 9}}]}, old: {type: string}}
outputs: {size: {value: {get_param: size}}}
resources: {server: {type: My::Compute::Server, properties: {size: 2}}}
";

/// The rules of the diagnostics that the server published.
fn codes(published: &Value) -> Vec<&str> {
    texts(&published["diagnostics"], "code")
}

#[test]
fn settings_and_environments_count_as_for_validate() {
    let settings = "templates:
  environments: [large.yaml]
  allow: [{rule: undescribed-parameter, reason: Later.}]
";
    let files =
        [("a.yaml", SIZED), ("large.yaml", "parameters: {size: 12}\n"), ("heat-codegen.yaml", settings)];
    let folder = folder("settings", &files);
    let [template, environment, settings_uri] =
        ["a.yaml", "large.yaml", "heat-codegen.yaml"].map(|name| uri(&folder.join(name)));
    let mut client = Client::with(&template, SIZED);
    let first = client.published();
    assert_snapshot!(shown(SIZED, &first).replace(folder.to_str().unwrap(), "[FOLDER]"));
    // Both files are read as the editor has them.
    client.open(&environment, "parameters: {size: 2}\n");
    assert_eq!(codes(&client.published()), ["unused-parameter"]);
    assert_eq!(client.published()["uri"], environment.as_str());
    client.open(&settings_uri, "templates: {allow: [{rule: unused-paramter, reason: Later.}]}\n");
    let changed = client.published();
    assert_eq!(
        (&changed["uri"], codes(&changed)),
        (&json!(template), vec!["undescribed-parameter", "unused-parameter"])
    );
    assert_eq!(codes(&client.published()), ["unknown-suppressed-rule"]);
}

#[test]
fn rules_that_are_off_by_default_are_switched_on_by_the_client_or_the_settings() {
    let codes = |options: Value, settings: &str| {
        let folder = folder("enable", &[("a.yaml", SIZED), ("heat-codegen.yaml", settings)]);
        let parameters =
            json!({"capabilities": {}, "rootUri": uri(&folder), "initializationOptions": options});
        let mut client = Client::initialized(&parameters);
        client.open(&uri(&folder.join("a.yaml")), SIZED);
        let found = client.published()["diagnostics"].as_array().unwrap().clone();
        found.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(codes(json!({}), "").is_empty());
    assert_eq!(codes(json!({"enable": ["unused-parameter", "unknown"]}), ""), ["unused-parameter"]);
    assert_eq!(codes(json!({}), "templates: {enable: [undescribed-parameter]}\n"), ["undescribed-parameter"]);
}

#[test]
fn the_client_can_name_the_environments() {
    let files = [("a.yaml", SIZED), ("stacks/large.yaml", "parameters: {size: 12}\n")];
    let folder = folder("environments", &files);
    let parameters = |environments: Value| {
        json!({
            "capabilities": {},
            "rootUri": uri(&folder),
            "initializationOptions": {"environments": environments, "enable": ["undescribed-parameter"]},
        })
    };
    let first_code = |environments: Value| {
        let mut client = Client::initialized(&parameters(environments));
        client.open(&uri(&folder.join("a.yaml")), SIZED);
        client.published()["diagnostics"][0]["code"].clone()
    };
    assert_eq!(first_code(json!(["stacks/large.yaml"])), "invalid-parameter-value");
    assert_eq!(first_code(json!(["missing.yaml"])), "unreadable-file");
    assert_eq!(first_code(json!([])), "undescribed-parameter");
}

#[test]
fn schemas_of_the_catalogue_are_checked() {
    let path = schemas().join("My/Net/Port.yaml");
    let text = "type: My::Net::Port
description: A place where a machine is plugged in.
support_status: [{version: 2014.9}]
propertees: {}
properties:
  a: {type: string, description: A name., required: true, default: x}
";
    assert_snapshot!(shown(text, &Client::with(&uri(&path), text).published()));
}
