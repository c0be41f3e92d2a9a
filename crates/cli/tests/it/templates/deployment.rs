//! Tests of `deployment`: the data that a server receives, and the results of running the deployment here.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::path::{Path, PathBuf};

use crate::support::{Ran, folder, run_in, write};
use insta::assert_snapshot;

const COMPONENT: &str = r##"heat_template_version: 2018-08-31
parameters:
  port: {type: number, default: 8080}
resources:
  server:
    type: OS::Nova::Server
    properties: {image: debian, flavor: small, networks: [{network: private}], user_data_format: SOFTWARE_CONFIG}
  web:
    type: OS::Heat::SoftwareComponent
    properties:
      inputs:
        - {name: port, type: Number}
        - {name: backend}
      outputs: [{name: version}]
      configs:
        - actions: [CREATE, UPDATE]
          tool: script
          config: |
            #!/bin/sh
            echo "listens on $port for $backend" >&2
            printf 1.25-$deploy_action > $heat_outputs_path.version
        - {actions: [SUSPEND], tool: nothing-of-that-name, config: x}
        - {actions: [DELETE], tool: script, config: "#!/bin/sh\nexit 3\n"}
  install:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: {get_resource: web}
      server: {get_resource: server}
      input_values: {port: {get_param: port}, backend: {get_attr: [server, first_address]}}
"##;

const STRUCTURED: &str = "heat_template_version: 2018-08-31
resources:
  settings:
    type: OS::Heat::StructuredConfig
    properties:
      group: json-file
      config: {/etc/app.json: {port: {get_input: port}, hosts: [{get_input: host}, {get_input: deploy_server_id}]}}
      inputs: [{name: port, default: 80}]
  nodes:
    type: OS::Heat::StructuredDeploymentGroup
    properties:
      config: {get_resource: settings}
      servers: {one: server-1, two: server-2}
      input_values: {host: example.org}
      signal_transport: HEAT_SIGNAL
  bare:
    type: OS::Heat::SoftwareDeployment
    properties: {server: server-1, signal_transport: NO_SIGNAL, actions: [CREATE, DELETE], input_values: {a: [1, {b: null}]}}
  elsewhere:
    type: OS::Heat::SoftwareDeployment
    properties: {server: server-1, config: 7f3c}
";

/// Runs the command on a template, in a folder with other files.
fn check(name: &str, template: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("deployment-{name}"));
    write(&folder.join("template.yaml"), template);
    write(&folder.join("known.yaml"), "server: {get_resource: 7f3c, first_address: 10.0.0.3}\n");
    write(
        &folder.join("values.yaml"),
        "id: 0a1b\nname: first\ncreation_time: 2026-01-01T00:00:00Z\ndeploy_stack_id: web/9d2e\ndeploy_signal_id: https://heat/signal\n",
    );
    write(&folder.join("wrong.yaml"), "deploy_stack: web\n");
    let arguments: Vec<&str> =
        ["--schemas", "built-in", "deployment", "template.yaml"].iter().chain(arguments).copied().collect();
    run_in(&folder, &arguments)
}

#[test]
fn a_server_is_given_what_heat_derives() {
    assert_snapshot!("component", check("component", COMPONENT, &["install"]));
    let known = ["install", "--attributes", "known.yaml", "--values", "values.yaml", "--input", "port=81"];
    assert_snapshot!("known", check("known", COMPONENT, &known));
    assert_snapshot!("member_of_a_group", check("member", STRUCTURED, &["nodes/two", "--format", "json"]));
    assert_snapshot!("without_a_config", check("bare", STRUCTURED, &["bare", "--action", "delete"]));
    let sequence = ["bare", "--sequence", "UPDATE,DELETE"];
    assert_snapshot!("sequence", check("sequence", STRUCTURED, &sequence));
}

#[test]
fn what_is_asked_for_has_to_exist() {
    let refused = |name: &str, template: &str, arguments: &[&str]| {
        let ran = check(name, template, arguments);
        assert_eq!((ran.out.as_str(), ran.code), ("", if arguments.contains(&"wrong.yaml") { 2 } else { 1 }));
        ran.err
    };
    assert_snapshot!(
        "refused",
        [
            refused("misspelt", COMPONENT, &["instal"]),
            refused("config", COMPONENT, &["web"]),
            refused("group", STRUCTURED, &["nodes"]),
            refused("elsewhere", STRUCTURED, &["elsewhere"]),
            refused("values", COMPONENT, &["install", "--values", "wrong.yaml"]),
            refused(
                "errors",
                &COMPONENT.replace("get_param: port", "get_param: prot"),
                &["install", "--run"]
            ),
        ]
        .join("---\n")
    );
}

/// The output of a run, without the name of its folder.
fn tried(name: &str, template: &str, arguments: &[&str]) -> String {
    let scratch = folder(&format!("deployment-scratch-{name}")).canonicalize().unwrap();
    let scratch = scratch.to_str().unwrap();
    let ran = check(name, template, &[arguments, &["--run", "--folder", scratch]].concat());
    ran.to_string().replace(scratch, "FOLDER")
}

#[test]
fn a_component_goes_through_its_actions() {
    let actions =
        ["install", "--sequence", "CREATE,UPDATE,SUSPEND,RESUME,DELETE", "--input", "backend=10.0.0.3"];
    assert_snapshot!("actions", tried("actions", COMPONENT, &actions));
    let json = ["install", "--sequence", "create,resume", "--format", "json"];
    let ran = check("json", COMPONENT, &[&json[..], &["--run"]].concat());
    let steps: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(steps[0]["status"], "COMPLETE");
    assert_eq!(steps[0]["attributes"]["version"], "1.25-CREATE");
    assert_eq!(steps[1], serde_json::json!({"action": "RESUME", "deployment": null}));
    assert_eq!(ran.code, 0);
}

#[test]
fn all_files_are_below_the_folder() {
    assert_snapshot!("structured", tried("structured", STRUCTURED, &["nodes/one"]));
    let written = folder_of("structured").join("etc/app.json");
    let written: serde_json::Value = serde_json::from_slice(&std::fs::read(written).unwrap()).unwrap();
    // Heat stores the default of an input without a type as text.
    assert_eq!(written, serde_json::json!({"port": "80", "hosts": ["example.org", "server-1"]}));
}

/// A component that stores the size of what it has installed, and reports a URL only when it is created.
const CACHE: &str = r#"heat_template_version: 2018-08-31
resources:
  cache:
    type: OS::Heat::SoftwareComponent
    properties:
      inputs: [{name: size, default: 1mb}]
      outputs: [{name: url}, {name: size}]
      configs:
        - {actions: [CREATE], tool: script, config: "echo http://cache > $heat_outputs_path.url; echo $size > $heat_outputs_path.size"}
        - {actions: [UPDATE], tool: script, config: "echo $size > $heat_outputs_path.size"}
  install:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: cache}, server: server-1}
"#;

/// The steps of a run as JSON: the ID, the status and the attributes of each.
fn steps(folder: &str, arguments: &[&str]) -> Vec<(String, String, serde_json::Value)> {
    let scratch = folder_of(folder);
    let options = ["install", "--run", "--format", "json", "--folder", scratch.to_str().unwrap()];
    let ran = check(folder, CACHE, &[&options[..], arguments].concat());
    assert_eq!(ran.code, 0, "{ran}");
    let all: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let all = all.as_array().cloned().unwrap_or_else(|| vec![all]);
    all.iter()
        .map(|step| {
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            (text(&step["deployment"]["id"]), text(&step["status"]), step["attributes"].clone())
        })
        .collect()
}

#[track_caller]
fn check_step(step: &(String, String, serde_json::Value), id: &str, size: &str, url: Option<&str>) {
    assert_eq!((step.0.as_str(), step.1.as_str()), (id, "COMPLETE"));
    assert_eq!(step.2["size"], size, "{step:?}");
    assert_eq!(step.2["url"].as_str(), url, "{step:?}");
}

#[test]
fn a_folder_remembers_earlier_calls() {
    folder("deployment-scratch-remembers");
    let call = |arguments: &[&str]| steps("remembers", arguments).remove(0);
    let url = Some("http://cache\n");
    check_step(&call(&["--input", "size=1mb"]), "install-1-create", "1mb\n", url);
    check_step(&call(&["--action", "UPDATE", "--input", "size=2mb"]), "install-2-update", "2mb\n", url);
    check_step(&call(&["--action", "UPDATE", "--input", "size=3mb"]), "install-3-update", "3mb\n", url);
    // The next call is about another stack.
    check_step(&call(&[]), "install-4-create", "1mb\n", url);
    // No creation has reported the URL.
    std::fs::remove_file(folder_of("remembers").join("heat-codegen-deployments.json")).unwrap();
    std::fs::remove_dir_all(folder_of("remembers").join("var")).unwrap();
    check_step(&call(&["--action", "UPDATE"]), "install-1-update", "1mb\n", None);
}

#[test]
fn each_action_of_a_sequence_can_have_its_inputs() {
    folder("deployment-scratch-inputs");
    let url = Some("http://cache\n");
    let sequence = ["--sequence", "CREATE,UPDATE,UPDATE", "--input", "2:size=2mb", "--input", "size=5mb"];
    let all = steps("inputs", &sequence);
    check_step(&all[0], "install-1-create", "5mb\n", url);
    check_step(&all[1], "install-2-update", "2mb\n", url);
    check_step(&all[2], "install-3-update", "2mb\n", url);
    let wrong = check("step", CACHE, &["install", "--sequence", "CREATE,UPDATE", "--input", "3:size=2mb"]);
    assert_eq!(wrong.code, 2, "{wrong}");
    assert!(wrong.err.contains("`--input 3:size` is for action 3 of 2"), "{wrong}");
}

#[test]
fn a_deployment_that_nothing_signals_for_waits() {
    let ungrouped = CACHE.replace("OS::Heat::SoftwareComponent", "OS::Heat::SoftwareConfig");
    let ungrouped = ungrouped.split("      configs:").next().unwrap().to_owned()
        + "      group: os-apply-config\n  install:"
        + CACHE.split("  install:").nth(1).unwrap();
    let text = tried("waits", &ungrouped, &["install"]);
    assert!(
        text.contains("\n  CREATE_IN_PROGRESS: the stack waits for a signal, which does not come\n"),
        "{text}"
    );
}

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(format!("deployment-scratch-{name}"))
}
