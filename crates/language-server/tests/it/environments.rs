//! Tests of environments: errors in them, and completions.

use serde_json::{Value, json};

use super::client::{Client, cursor, folder, texts, uri};

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

/// The labels and details of completions in an environment.
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
    // The findings of the template itself are published with them.
    let both = [found(&mut client), found(&mut client)];
    let wrong = "2: Parameter 'kind' is invalid: \"huge\" is not an allowed value [\"small\", \"large\"]";
    assert!(both.iter().any(|found| found == wrong), "{both:?}");
}

/// A template for which the settings of the folder name the environment, and one with a nested template.
const FILES: [(&str, &str); 4] = [
    ("site.yaml", TEMPLATE),
    (
        "parent.yaml",
        "heat_template_version: 2018-08-31\nparameters: {kind: {type: string}}\nresources:\n  \
         web: {type: parts/web.yaml, properties: {kind: {get_param: kind}, public: true}}\n",
    ),
    ("parts/web.yaml", TEMPLATE),
    (
        "heat-codegen.yaml",
        "templates: {environments: [{environment: e.yaml, files: [site.yaml, parent.yaml]}]}\n",
    ),
];

const ENVIRONMENT: &str = "parameters: {kind: large}
parameter_defaults: {public: true}
parameter_merge_strategies: {kind: overwrite}
resource_registry:
  My::Web: parts/web.yaml
  My::Other: My::Compute::Server
  resources: {server: {hooks: pre-create}}
";

/// An environment with a cursor, in a folder with or without settings that name it.
struct Place {
    client: Client,
    folder: std::path::PathBuf,
    at: Value,
}

impl Place {
    fn new(name: &str, place: &str, is_named: bool) -> Self {
        let (text, position) = cursor(&ENVIRONMENT.replacen(&place.replacen('|', "", 1), place, 1));
        let mut files: Vec<(&str, &str)> = vec![("e.yaml", ENVIRONMENT)];
        files.extend(FILES.iter().filter(|(file, _)| is_named || *file != "heat-codegen.yaml"));
        let folder = folder(&format!("environment-names-{name}"), &files);
        let folders = json!([{"uri": uri(&folder), "name": "site"}]);
        let mut client = Client::initialized(&json!({"capabilities": {}, "workspaceFolders": folders}));
        let document = uri(&folder.join("e.yaml"));
        client.open(&document, &text);
        Self { client, folder, at: json!({"textDocument": {"uri": document}, "position": position}) }
    }

    fn ask(&mut self, method: &str, more: &[(&str, Value)]) -> Result<Value, (i32, String)> {
        let mut params = self.at.clone();
        for (key, value) in more {
            params[*key] = value.clone();
        }
        self.client.ask(method, &params)
    }

    /// A location in an answer: the file, line and column.
    fn shown(&self, file: &str, range: &Value) -> String {
        let file = file.replace(&uri(&self.folder), "");
        let start = &range["start"];
        format!("{}:{}:{}", file.trim_start_matches('/'), start["line"], start["character"])
    }
}

#[test]
fn what_an_environment_names_is_defined_in_templates() {
    let definition = |name: &str, place: &str, is_named: bool| {
        let mut place = Place::new(name, place, is_named);
        let answer = place.ask("textDocument/definition", &[]).unwrap();
        answer["uri"].as_str().map(|file| place.shown(file, &answer["range"])).unwrap_or_default()
    };
    assert_eq!(definition("parameter", "{ki|nd: large", true), "parent.yaml:1:13");
    assert_eq!(definition("default", "{pub|lic: true", true), "site.yaml:3:2");
    assert_eq!(definition("merge", "{ki|nd: overwrite", true), "parent.yaml:1:13");
    // Without settings, the environment may be for any template of the folder.
    assert_eq!(definition("likely", "{ki|nd: large", false), "parent.yaml:1:13");
    assert_eq!(definition("template", "parts/w|eb.yaml", true), "parts/web.yaml:0:0");
    assert_eq!(definition("resource", "{ser|ver:", true), "site.yaml:5:2");
    assert!(definition("type", "My::Compute::Ser|ver", true).ends_with("schemas/My/Compute/Server.yaml:0:0"));
    assert_eq!(definition("value", "kind: la|rge", true), "");
    assert_eq!(definition("hook", "pre-cr|eate", true), "");
}

#[test]
fn what_an_environment_names_is_explained() {
    let hover = |name: &str, place: &str| {
        let answer = Place::new(name, place, true).ask("textDocument/hover", &[]).unwrap();
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!(
        [
            hover("hover-parameter", "{pub|lic: true"),
            hover("hover-template", "parts/w|eb.yaml"),
            hover("hover-type", "My::Compute::Ser|ver"),
            hover("hover-resource", "{ser|ver:"),
        ]
        .join("---\n")
    );
    assert_eq!(hover("hover-value", "kind: la|rge"), "");
}

#[test]
fn a_parameter_is_renamed_with_all_that_the_environment_joins_to_it() {
    let renamed = |name: &str, place: &str, new: &str, is_named: bool| {
        let mut place = Place::new(name, place, is_named);
        let edits = match place.ask("textDocument/rename", &[("newName", json!(new))]) {
            Ok(edits) => edits,
            Err((_, message)) => return message,
        };
        let mut places = Vec::new();
        for (file, edits) in edits["changes"].as_object().unwrap() {
            places.extend(edits.as_array().unwrap().iter().map(|edit| place.shown(file, &edit["range"])));
        }
        places.sort();
        places.join(" ")
    };
    // `kind` of the environment is that of both templates for which the environment is, but not that of the nested one, whose
    // parameter the parent sets under its own name. The merge strategy also applies to the nested one, so it is included.
    let everywhere = "e.yaml:0:13 e.yaml:2:29 parent.yaml:1:13 parent.yaml:3:43 parent.yaml:3:61 parts/web.yaml:2:2 site.yaml:2:2";
    assert_eq!(renamed("rename", "{ki|nd: large", "size", true), everywhere);
    let with_nested = "e.yaml:1:21 parent.yaml:3:68 parts/web.yaml:3:2 site.yaml:3:2";
    assert_eq!(renamed("rename-default", "{pub|lic: true", "open", true), with_nested);
    assert_eq!(renamed("clash", "{ki|nd: large", "public", true), "there is already a parameter `public`");
    assert_eq!(
        renamed("unnamed", "{ki|nd: large", "size", false),
        "no template names this environment: list it under `templates.environments` in heat-codegen.yaml"
    );
}

/// Old names in Heat's own environment, and types that an environment of the project maps.
#[test]
fn a_type_is_the_one_that_environments_map_it_to() {
    let environment = "resource_registry: {'My::Port': 'OS::Neutron::Port'}\n";
    let folder = folder("environment-mapped-types", &[("e.yaml", environment)]);
    let mut client = Client::with_heat();
    let folders = json!([{"uri": uri(&folder), "name": "site"}]);
    let options = json!({"environments": ["e.yaml"]});
    let params = json!({"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options});
    client.ask("initialize", &params).unwrap();
    client.notify("initialized", json!({}));
    for (index, name) in ["OS::Neutron::Port", "OS::Quantum::Port", "My::Port"].into_iter().enumerate() {
        let text = format!(
            "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: {name}\n    properties:\n      network: n\n      network_id: o\n      |\n"
        );
        let (text, position) = cursor(&text);
        let document = uri(&folder.join(format!("{index}.yaml")));
        client.open(&document, &text);
        let published = client.published();
        let codes = texts(&published["diagnostics"], "code");
        assert!(codes.contains(&"hidden-property"), "{name}: {codes:?}");
        let at = json!({"textDocument": {"uri": document}, "position": position});
        let offered = client.ask("textDocument/completion", &at).unwrap();
        let labels = texts(&offered, "label");
        assert!(labels.contains(&"fixed_ips"), "{name}: {labels:?}");
        let at = json!({"textDocument": {"uri": document}, "position": {"line": 5, "character": 8}});
        let hover = client.ask("textDocument/hover", &at).unwrap();
        assert!(
            hover["contents"]["value"].as_str().is_some_and(|text| text.contains("network")),
            "{name}: {hover}"
        );
    }
}
