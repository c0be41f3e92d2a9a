//! The built-in hooks, with programs in place of the tools.

mod data;
mod script;
mod tools;

use std::fs;
use std::path::Path;

use heat_model::python::json_dumps;
use heat_model::{Value, json, value};

use crate::server::{Ended, Server, end};

/// Records the arguments and some variables of a tool.
const NOTE: &str =
    "for a; do echo \"$a\"; done > $here/arguments; env > $here/environment; pwd > $here/folder";

/// Runs a hook as a program, with all its folders in the scratch folder and with the tools of the test.
fn hook(server: &Server, name: &str, config: &Value) -> Value {
    let ended = hook_with(server, name, config, &[]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    json::parse(&ended.stdout).unwrap()
}

fn hook_with(server: &Server, name: &str, config: &Value, variables: &[(&str, &str)]) -> Ended {
    fs::create_dir_all(server.path("bin")).unwrap();
    fs::write(server.path("stdin"), json_dumps(config)).unwrap();
    let mut command = server.command(&["hook", name]);
    command.stdin(fs::File::open(server.path("stdin")).unwrap());
    command.env("PATH", format!("{}:{}", server.path("bin").display(), std::env::var("PATH").unwrap()));
    for variable in [
        "HEAT_ANSIBLE_WORKING",
        "HEAT_ANSIBLE_OUTPUTS",
        "HEAT_PUPPET_WORKING",
        "HEAT_PUPPET_OUTPUTS",
        "HEAT_PUPPET_LOGDIR",
        "HEAT_PUPPET_HIERA_DATADIR",
        "HEAT_HIERA_CONFIG",
        "HEAT_CHEF_WORKING",
        "HEAT_CHEF_OUTPUTS",
        "HEAT_SALT_WORKING",
        "SALT_MINION_CONFIG",
        "HEAT_CFN_INIT_LAST_METADATA_DIR",
    ] {
        command.env(variable, server.path(variable));
    }
    end(command.envs(variables.iter().copied()))
}

fn texts(stdout: &str, stderr: &str, code: i32) -> Value {
    value!({"deploy_stdout": stdout, "deploy_stderr": stderr, "deploy_status_code": code})
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn has_line(server: &Server, name: &str, line: &str) -> bool {
    server.lines(name).iter().any(|each| each == line)
}

#[test]
fn tools_that_are_missing_are_failures() {
    for (name, config) in [
        ("ansible", value!("- hosts: all")),
        ("puppet", value!("x")),
        ("chef", value!("[]")),
        ("salt", value!("x")),
        ("cfn-init", value!({})),
        ("apply-config", value!({})),
    ] {
        let server = Server::new();
        server.program("bin/hostname", "echo host");
        let path = server.path("bin");
        let ended = hook_with(
            &server,
            name,
            &value!({"id": "1", "config": config}),
            &[("PATH", path.to_str().unwrap())],
        );
        assert_eq!(ended.code, Some(0), "{name}: {}", ended.log);
        let outputs = json::parse(&ended.stdout).unwrap();
        assert_eq!(outputs["deploy_status_code"], value!(1), "{name}");
        assert!(
            outputs["deploy_stderr"].as_str().unwrap().contains("cannot be started"),
            "{name}: {outputs}"
        );
    }
}

#[test]
fn configs_that_a_hook_cannot_use_are_failures() {
    for (name, config) in [
        ("ansible", value!("")),
        ("ansible", value!(null)),
        ("chef", value!("[")),
        ("chef", value!(null)),
        ("hiera", value!("text")),
        ("hiera", value!({"hierarchy": 1})),
        ("hiera", value!({"datafiles": []})),
        ("hiera", value!({"datafiles": {"../x": 1}})),
        ("hiera", value!({"datafiles": {"/x": 1}})),
        ("json-file", value!(null)),
        ("json-file", value!([1])),
        ("json-file", value!({"/proc/no/such/file": 1})),
        ("cfn-init", value!("{")),
    ] {
        let server = Server::new();
        for tool in ["ansible-playbook", "chef-client", "cfn-init"] {
            server.program(&format!("bin/{tool}"), "echo ran");
        }
        server.program("bin/os-apply-config", "echo empty");
        let outputs = hook(&server, name, &value!({"id": "1", "config": config.clone()}));
        assert_eq!(outputs["deploy_status_code"], value!(1), "{name} {config}");
        assert_eq!(outputs["deploy_stdout"], value!(""), "{name} {config}");
        assert!(!outputs["deploy_stderr"].as_str().unwrap().is_empty(), "{name} {config}");
    }
}
