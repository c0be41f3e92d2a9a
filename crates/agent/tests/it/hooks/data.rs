//! The hooks that write data, some for a program that reads it.

use std::fs;

use heat_model::python::json_dumps;
use heat_model::{json, value};

use super::{NOTE, hook, hook_with, read, texts};
use crate::server::{Server, mode};

#[test]
fn hiera_writes_the_hierarchy_and_data() {
    let server = Server::new();
    server.program("bin/os-apply-config", "echo \"$*\" > $here/asked; echo empty");
    let config = value!({"id": "1", "config": {
        "hierarchy": ["a", "%{::role}"], "datafiles": {"a": {"z": 1, "b": [{}]}, "sub/c": "x"},
    }});
    assert_eq!(hook(&server, "hiera", &config), texts("", "", 0));
    assert_eq!(server.lines("asked"), ["--key hiera.datafiles --type raw --key-default empty"]);
    let folder = server.path("HEAT_PUPPET_HIERA_DATADIR");
    let expect = format!(
        "\n---\n:backends:\n  - json\n:json:\n  :datadir: {}\n:hierarchy:\n  - a\n  - %{{::role}}\n",
        folder.display()
    );
    assert_eq!(read(&server.path("HEAT_HIERA_CONFIG")), expect);
    assert_eq!(mode(&server.path("HEAT_HIERA_CONFIG")), 0o600);
    let expect = "{\n    \"b\": [\n        {}\n    ],\n    \"z\": 1\n}";
    assert_eq!(read(&folder.join("a.json")), expect);
    assert_eq!(mode(&folder.join("a.json")), 0o600);
    assert_eq!(read(&folder.join("sub/c.json")), "\"x\"");
    // Data of the older kind would no longer be found.
    server.program("bin/os-apply-config", "echo '{\"old\": 1}'");
    let outputs = hook(&server, "hiera", &config);
    assert_eq!(outputs["deploy_status_code"], value!(1));
    assert!(outputs["deploy_stderr"].as_str().unwrap().contains("{\"old\": 1}"));
}

#[test]
fn json_file_writes_each_value_to_its_path() {
    let server = Server::new();
    let (new, old) = (server.path("a/b/new.json"), server.path("old.json"));
    fs::write(&old, "something longer than what is written now").unwrap();
    fs::set_permissions(&old, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
    let config = value!({
        (new.to_str().unwrap()): {"b": 1, "a": null}, (old.to_str().unwrap()): [], "bare.json": "ü",
    });
    for config in [config.clone(), value!(json_dumps(&config))] {
        assert_eq!(hook(&server, "json-file", &value!({"id": "1", "config": config})), texts("", "", 0));
        assert_eq!(read(&new), "{\n    \"a\": null,\n    \"b\": 1\n}");
        assert_eq!(read(&old), "[]");
        assert_eq!(read(&server.path("bare.json")), "\"\\u00fc\"");
    }
    // A new file may contain secrets; the owner of an existing one has decided who may read it.
    assert_eq!((mode(&new), mode(&server.path("bare.json")), mode(&old)), (0o600, 0o600, 0o640));
    assert_eq!(mode(&server.path("a/b")), 0o700);
}

#[test]
fn cfn_init_finds_the_metadata() {
    let server = Server::new();
    server.program("bin/cfn-init", &format!("{NOTE}; echo out; echo err >&2; exit 1"));
    for config in [value!({"a": {"b": 1}}), value!(r#"{"a": {"b": 1}}"#)] {
        let outputs = hook(&server, "cfn-init", &value!({"id": "1", "config": config}));
        assert_eq!(outputs, texts("out\n", "err\n", 1));
        let metadata = server.path("HEAT_CFN_INIT_LAST_METADATA_DIR/last_metadata");
        assert_eq!(read(&metadata), r#"{"AWS::CloudFormation::Init": {"a": {"b": 1}}}"#);
        assert_eq!(mode(&metadata), 0o700);
    }
    assert_eq!(read(&server.path("arguments")), "");
}

#[test]
fn apply_config_runs_the_program() {
    let server = Server::new();
    server.program("bin/os-apply-config", &format!("{NOTE}; echo out; exit 3"));
    assert_eq!(hook(&server, "apply-config", &value!({"id": "1"})), texts("out\n", "", 3));
    server.program("other", "echo other");
    let other = server.path("other");
    let ended = hook_with(
        &server,
        "apply-config",
        &value!({}),
        &[("HEAT_APPLY_CONFIG_CMD", other.to_str().unwrap())],
    );
    assert_eq!(json::parse(&ended.stdout).unwrap(), texts("other\n", "", 0));
}
