//! Environments: what is wrong with them, and what can stand in them.

use serde_json::{Value, json};

use crate::client::{Client, cursor, folder, uri};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  kind: {type: string, description: What it is for., constraints: [{allowed_values: [small, large]}]}
  public: {type: boolean}
resources:
  server: {type: My::Compute::Server, properties: {size: 2}}
";

/// A server with a folder that has a template and an environment for it.
fn client(name: &str) -> (Client, std::path::PathBuf) {
    let files =
        [("site.yaml", TEMPLATE), ("parts/web.yaml", TEMPLATE), ("notes.yaml", "parameters: {other: 1}\n")];
    let folder = folder(&format!("environment-{name}"), &files);
    let folders = json!([{"uri": uri(&folder), "name": "site"}]);
    let options = json!({"environments": ["e.yaml"]});
    let params = json!({"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options});
    (Client::initialized(&params), folder)
}

/// The labels and details of what is offered in an environment.
fn offered(name: &str, text: &str) -> String {
    let (mut client, folder) = client(name);
    let (text, position) = cursor(text);
    let document = uri(&folder.join("e.yaml"));
    client.open(&document, &text);
    let at = json!({"textDocument": {"uri": document}, "position": position});
    let answer = client.ask("textDocument/completion", &at).unwrap();
    let label = |item: &Value| {
        let detail = item["detail"].as_str().map(|detail| format!(" ({detail})")).unwrap_or_default();
        format!("{}{detail}", item["label"].as_str().unwrap())
    };
    answer.as_array().into_iter().flatten().map(label).collect::<Vec<_>>().join(", ")
}

#[test]
fn sections_parameters_and_types_are_offered() {
    let sections = "parameters, encrypted_param_names, event_sinks, parameter_merge_strategies";
    assert_eq!(offered("sections", "parameter_defaults: {}\nresource_registry: {}\n|\n"), sections);
    let parameters = "kind (string), public (boolean)";
    assert_eq!(offered("parameters", "parameter_defaults:\n  |\n"), parameters);
    assert_eq!(
        offered("other", "parameters:\n  public: true\n  |\nparameter_defaults: {}\n"),
        "kind (string)"
    );
    assert_eq!(offered("allowed", "parameter_defaults:\n  kind: |\n"), "small, large");
    assert_eq!(offered("boolean", "parameter_defaults: {public: |}\n"), "true, false");
    let types = "My::Compute::Server, My::Net::Port";
    assert!(offered("types", "resource_registry:\n  |\n").starts_with(&format!("resources, {types}")));
    let mapped = offered("mapped", "resource_registry:\n  My::Web: |\n");
    assert!(mapped.starts_with(types), "{mapped}");
    assert!(mapped.ends_with("site.yaml, parts/"), "{mapped}");
    assert_eq!(
        offered("file", "resource_registry:\n  My::Web: parts/|\n").split(", ").last(),
        Some("parts/web.yaml")
    );
}

#[test]
fn hooks_of_resources_are_offered() {
    assert_eq!(offered("resources", "resource_registry: {resources: {|}}\n"), "server");
    assert_eq!(
        offered("keys", "resource_registry: {resources: {server: {|}}}\n"),
        "hooks, restricted_actions"
    );
    let hooks = "pre-create, pre-update, pre-delete, post-create, post-update, post-delete";
    assert_eq!(offered("hook", "resource_registry: {resources: {server: {hooks: |}}}\n"), hooks);
    assert_eq!(
        offered("hooks", "resource_registry: {resources: {server: {hooks: [pre-create, |]}}}\n"),
        hooks
    );
    assert_eq!(offered("merge", "parameter_merge_strategies: {kind: |}\n"), "overwrite, merge, deep_merge");
    assert_eq!(offered("sink", "event_sinks: [{type: |}]\n"), "zaqar-queue");
}

/// The messages of the next findings, with their lines.
fn found(client: &mut Client) -> String {
    let published = client.published();
    let line = |found: &Value| {
        let message = found["message"].as_str().unwrap().lines().next().unwrap_or_default().to_owned();
        format!("{}: {message}", found["range"]["start"]["line"])
    };
    let found: Vec<String> = published["diagnostics"].as_array().unwrap().iter().map(line).collect();
    found.join("; ")
}

#[test]
fn mistakes_in_an_environment_are_at_their_lines() {
    let (mut client, folder) = client("findings");
    client.open(
        &uri(&folder.join("e.yaml")),
        "parameter_default: {}\nresource_registry:\n  My::Web: gone.yaml\n",
    );
    let gone = folder.join("gone.yaml");
    assert_eq!(
        found(&mut client),
        format!(
            "0: environment has wrong section \"parameter_default\"; 2: the template `{}` does not exist",
            gone.display()
        )
    );
}

#[test]
fn values_are_checked_with_the_open_templates() {
    let (mut client, folder) = client("values");
    let template = uri(&folder.join("site.yaml"));
    client.open(&template, TEMPLATE);
    found(&mut client);
    client.open(
        &uri(&folder.join("e.yaml")),
        "parameter_defaults: {public: true}\nparameters:\n  kind: huge\n",
    );
    // The template's own findings come with them.
    let both = [found(&mut client), found(&mut client)];
    let wrong = "2: Parameter 'kind' is invalid: \"huge\" is not an allowed value [\"small\", \"large\"]";
    assert!(both.iter().any(|found| found == wrong), "{both:?}");
}
