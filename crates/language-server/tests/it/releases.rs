//! Tests of the release that the settings of a project name: completions, hovers and findings are as of it.

use serde_json::{Value, json};

use super::client::{Client, cursor, folder, texts, uri};

/// The answer to a request at the cursor of a file in a project for Train, and the server's findings in the file.
fn in_train(name: &str, file: &str, text: &str, method: &str) -> (Value, Value) {
    let project = folder(name, &[("heat-codegen.yaml", "templates: {release: train}\n")]);
    let mut client = Client::with_heat();
    let folders = json!([{"uri": uri(&project), "name": "project"}]);
    let options = json!({"docsUrl": "https://docs.example.org/heat/"});
    let start = json!({"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options});
    client.ask("initialize", &start).unwrap();
    client.notify("initialized", json!({}));
    let (text, position) = cursor(text);
    let document = uri(&project.join(file));
    client.open(&document, &text);
    let found = client.published();
    let at = json!({"textDocument": {"uri": document}, "position": position});
    (client.ask(method, &at).unwrap(), found)
}

/// Checks that the completions at the cursor contain the first name, and not the second.
#[track_caller]
fn check(name: &str, file: &str, text: &str, offered: &str, missing: &str) {
    let (items, _) = in_train(&format!("release-{name}"), file, text, "textDocument/completion");
    let labels = texts(&items, "label");
    assert!(labels.contains(&offered), "{offered}: {labels:?}");
    assert!(!labels.contains(&missing), "{missing}: {labels:?}");
}

const TEMPLATE: &str = "heat_template_version: 2018-08-31\nresources:\n  a:\n";

#[test]
fn completion_knows_the_types_of_the_release() {
    // Sahara was removed later, and quotas of Octavia were added later.
    let (sahara, octavia) = ("OS::Sahara::Cluster", "OS::Octavia::Quota");
    check("types", "a.yaml", &format!("{TEMPLATE}    type: |\n"), sahara, octavia);
    check("registry", "env.yaml", "resource_registry:\n  |\n", sahara, octavia);
    check("mapped", "env.yaml", "resource_registry:\n  My::Type: |\n", sahara, octavia);
    check("versions", "a.yaml", "heat_template_version: |\n", "2018-08-31", "2021-04-16");
}

#[test]
fn completion_knows_the_properties_of_the_release() {
    let text = format!(
        "{TEMPLATE}    type: OS::Nova::Server\n    properties:\n      networks:\n      - port_extra_properties:\n          |\n"
    );
    check("properties", "a.yaml", &text, "qos_policy", "propagate_uplink_status");
}

#[test]
fn hover_knows_the_types_of_the_release() {
    let hovered = |name: &str, text: &str| {
        let (answer, _) = in_train(&format!("release-hover-{name}"), "a.yaml", text, "textDocument/hover");
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let sahara = hovered("sahara", &format!("{TEMPLATE}    type: OS::Sahara::Clu|ster\n"));
    let link = |path: &str| format!("](<https://docs.example.org/heat/train/{path}>)\n");
    assert!(sahara.ends_with(&link("types/OS/Sahara/Cluster.html")), "{sahara}");
    let server = format!("{TEMPLATE}    type: OS::Nova::Server\n    properties: {{fla|vor: small}}\n");
    let flavor = hovered("flavor", &server);
    assert!(flavor.ends_with(&link("types/OS/Nova/Server.html#prop-flavor")), "{flavor}");
    assert_eq!(hovered("octavia", &format!("{TEMPLATE}    type: OS::Octavia::Quo|ta\n")), "");
}

#[test]
fn a_version_that_the_release_does_not_know_is_reported() {
    let text = "heat_template_version: 2021-04-1|6\nresources: {a: {type: OS::Heat::None}}\n";
    let (_, found) = in_train("release-version", "a.yaml", text, "textDocument/hover");
    let messages = texts(&found["diagnostics"], "message");
    let expect = "13.0.0 (Train) does not know the template version 2021-04-16";
    assert!(messages.iter().any(|message| message.contains(expect)), "{messages:?}");
}
