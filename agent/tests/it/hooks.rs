//! The built-in hooks, with programs in place of the tools.

use std::fs;
use std::path::Path;

use heat_model::python::json_dumps;
use heat_model::{Value, json, value};

use crate::server::{Ended, Server, end, mode};

/// Notes the arguments and some variables of a tool.
const NOTE: &str =
    "for a; do echo \"$a\"; done > $here/arguments; env > $here/environment; pwd > $here/folder";

/// Runs a hook as a program, with all its folders in the scratch folder and with the tools that the test made.
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
fn script_has_the_inputs_as_variables() {
    fn check(value: &Value, expect: &str) {
        let server = Server::new();
        let config = value!({
            "id": "1", "inputs": [{"name": "x", "value": value.clone()}],
            "config": "#!/bin/sh\nprintf '%s' \"$x\"",
        });
        assert_eq!(hook(&server, "script", &config), texts(expect, "", 0), "{value}");
    }
    check(&value!("a b\n"), "a b\n");
    check(&value!(""), "");
    check(&value!(5), "5");
    check(&value!(1.5), "1.5");
    check(&value!(true), "true");
    check(&value!(null), "");
    check(&value!({"a": ["ü", null]}), r#"{"a": ["\u00fc", null]}"#);
}

#[test]
fn script_runs_what_a_shell_runs() {
    let server = Server::new();
    // Without a `#!` line, and with less text than an earlier one of the same identifier.
    let long = value!({"id": "1", "config": format!("echo long\n{}", "# more\n".repeat(100))});
    assert_eq!(hook(&server, "script", &long), texts("long\n", "", 0));
    assert_eq!(hook(&server, "script", &value!({"id": "1", "config": "echo $0; pwd; exit 3"})), {
        let (script, folder) = (server.path("script/working/1"), server.path("script/working"));
        texts(&format!("{}\n{}\n", script.display(), folder.display()), "", 3)
    });
    assert_eq!(read(&server.path("script/working/1")), "echo $0; pwd; exit 3");
    assert_eq!(mode(&server.path("script/working/1")), 0o700);
    for config in
        [value!({"id": "2", "config": null}), value!({"id": "2"}), value!({"id": "2", "config": ""})]
    {
        assert_eq!(hook(&server, "script", &config), texts("", "", 0), "{config}");
    }
    let missing = hook(&server, "script", &value!({"id": "3", "config": "#!/no/such/program\n"}));
    assert_eq!(missing["deploy_status_code"], value!(1));
    assert!(missing["deploy_stderr"].as_str().unwrap().contains("cannot be started"));
    let killed = hook(&server, "script", &value!({"id": "4", "config": "kill -TERM $$"}));
    assert_eq!(killed, texts("", "Killed by signal 15\n", 143));
}

#[test]
fn script_reports_outputs_from_files() {
    let server = Server::new();
    let config = value!({
        "id": "1",
        "outputs": [{"name": "a"}, {"name": "missing"}, {"name": "../b"}, {"name": "pipe"}, {"name": "old"}, {"value": 1}],
        "config": "printf '1\\377' > $heat_outputs_path.a; mkfifo $heat_outputs_path.pipe; echo x > $here.b",
    });
    fs::create_dir_all(server.path("script/outputs")).unwrap();
    fs::write(server.path("script/outputs/1.old"), "of an earlier run").unwrap();
    let mut expect = value!({"a": "1\u{fffd}"});
    let map = expect.as_map_mut().unwrap();
    map.extend(texts("", "", 0).as_map().unwrap().clone());
    assert_eq!(hook(&server, "script", &config), expect);
}

#[test]
fn script_leaves_out_inputs_that_cannot_be_variables() {
    let server = Server::new();
    let config = value!({"id": "1", "config": "env", "inputs": [
        {"name": "a=b", "value": "x"}, {"name": "", "value": "x"}, {"value": "x"}, {"name": "c"}, 5,
    ]});
    let outputs = hook(&server, "script", &config);
    assert_eq!(outputs["deploy_status_code"], value!(0));
    let stdout = outputs["deploy_stdout"].as_str().unwrap();
    assert!(stdout.lines().any(|line| line == "c=") && !stdout.contains("a=b"), "{stdout}");
    let nul = value!({"id": "1", "config": "env", "inputs": [{"name": "a", "value": "x\0y"}]});
    assert_eq!(hook(&server, "script", &nul)["deploy_status_code"], value!(1));
}

#[test]
fn ansible_gets_a_playbook_and_variables() {
    let server = Server::new();
    server.program("bin/ansible-playbook", &format!("{NOTE}; echo out; echo err >&2; exit 4"));
    let config = value!({
        "id": "1", "config": "- hosts: all", "inputs": [{"name": "a", "value": {"b": 1}}, {"name": "c"}],
        "options": {"tags": "t", "skip_tags": "s", "modulepath": "m", "callback_plugins": "p", "inventory": "i"},
    });
    assert_eq!(hook(&server, "ansible", &config), texts("out\n", "err\n", 4));
    let folder = server.path("HEAT_ANSIBLE_WORKING");
    let folder = folder.display();
    let expect = format!(
        "-i\n{folder}/i\n--module-path\nm\n--skip-tags\ns\n--tags\nt\n{folder}/1_playbook.yaml\n--extra-vars\n@{folder}/1_variables.json\n"
    );
    assert_eq!(read(&server.path("arguments")), expect);
    assert!(has_line(&server, "environment", "ANSIBLE_CALLBACK_PLUGINS=p"));
    assert_eq!(server.lines("folder"), [folder.to_string()]);
    let values = read(&server.path("HEAT_ANSIBLE_WORKING/1_variables.json"));
    let outputs = server.path("HEAT_ANSIBLE_OUTPUTS/1");
    let expect = format!(
        "{{\"heat_config_id\": \"1\", \"a\": {{\"b\": 1}}, \"c\": \"\", \"heat_outputs_path\": \"{}\"}}",
        outputs.display()
    );
    assert_eq!(values, expect);
    assert_eq!(mode(&server.path("HEAT_ANSIBLE_WORKING/1_variables.json")), 0o600);
    assert_eq!(mode(&server.path("HEAT_ANSIBLE_WORKING/1_playbook.yaml")), 0o600);
    // A shorter one does not keep the end of the longer one.
    hook(&server, "ansible", &value!({"id": "1", "config": "- a", "options": null}));
    assert_eq!(read(&server.path("HEAT_ANSIBLE_WORKING/1_playbook.yaml")), "- a");
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

#[test]
fn puppet_gets_a_manifest_and_facts() {
    let server = Server::new();
    server.program(
        "bin/puppet",
        &format!("{NOTE}; echo out; echo err >&2; echo o > $FACTER_heat_outputs_path.o; exit 2"),
    );
    server.program("bin/hostname", "[ \"$1\" = -f ] && echo host.example.org");
    let config = value!({
        "id": "1", "name": "n", "creation_time": "2026-11-25T04:00:00", "config": "notify {}",
        "inputs": [{"name": "a", "value": 1}], "outputs": [{"name": "o"}], "options": {"enable_hiera": true, "tags": "t"},
    });
    let outputs = hook(&server, "puppet", &config);
    let expect =
        value!({"deploy_stdout": "out\n", "deploy_stderr": "err\n", "o": "o\n", "deploy_status_code": 0});
    assert_eq!(json_dumps(&outputs), json_dumps(&expect));
    let manifest = server.path("HEAT_PUPPET_WORKING/1.pp");
    let expect = format!(
        "apply\n--color\nfalse\n--detailed-exitcodes\n--logdest\nconsole\n--tags\nt\n{}\n",
        manifest.display()
    );
    assert_eq!(read(&server.path("arguments")), expect);
    for fact in ["FACTER_a=1", "FACTER_fqdn=host.example.org", "FACTER_deploy_config_name=n"] {
        assert!(has_line(&server, "environment", fact), "{fact}");
    }
    assert_eq!(read(&server.path("HEAT_PUPPET_HIERA_DATADIR/heat_config_n.json")), "{\"a\": 1}");
    let log = server.path("HEAT_PUPPET_LOGDIR/2026-11-25-04-00-00-1-stdout.log");
    assert_eq!((read(&log).as_str(), mode(&log)), ("out\n", 0o600));
    assert_eq!(read(&server.path("HEAT_PUPPET_LOGDIR/2026-11-25-04-00-00-1-stderr.log")), "err\n");
    // Without facts; and a failure is one.
    server.program("bin/puppet", &format!("{NOTE}; exit 6"));
    let outputs = hook(
        &server,
        "puppet",
        &value!({"id": "1", "inputs": [{"name": "a", "value": 1}], "options": {"enable_facter": false}}),
    );
    assert_eq!(outputs["deploy_status_code"], value!(6));
    assert!(!has_line(&server, "environment", "FACTER_a=1"));
}

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
    // A new file may contain secrets; whoever made the other one knew who reads it.
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

#[test]
fn chef_gets_a_run_list_and_attributes() {
    let server = Server::new();
    server.program("bin/hostname", "echo host");
    server.program("bin/chef-client", &format!("{NOTE}; echo out; echo o > $heat_outputs_path.o"));
    server.program("bin/git", "echo \"$*\" >> $here/git; mkdir -p \"$3/cookbooks\"");
    let config = value!({
        "id": "1", "config": "[\"recipe[apache]\"]", "outputs": [{"name": "o"}],
        "inputs": [
            {"name": "a", "value": {"b": 1}}, {"name": "environment", "value": "it's"}, {"name": "deploy_env", "value": 1},
            {"name": "deploy_action", "value": "UPDATE"}, {"name": "deploy_password", "value": "secret"},
            {"name": "deploy_auth_url", "value": "x"}, {"name": "deploy_queue_id", "value": "x"}, {"name": "deploy_user_id", "value": "x"},
        ],
        "options": {"kitchen": "https://git.example.org/kitchen.git"},
    });
    let expect = value!({"deploy_status_code": 0, "deploy_stdout": "out\n", "deploy_stderr": "", "o": "o\n"});
    let working = server.path("HEAT_CHEF_WORKING");
    fs::create_dir_all(working.join("kitchen/old")).unwrap();
    assert_eq!(json_dumps(&hook(&server, "chef", &config)), json_dumps(&expect));
    let folder = working.display();
    assert_eq!(server.lines("git"), [format!("clone https://git.example.org/kitchen.git {folder}/kitchen")]);
    assert!(!working.join("kitchen/old").exists());
    let expect = format!("-z\n--config\n{folder}/client.rb\n-j\n{folder}/node/host.json\n");
    assert_eq!(read(&server.path("arguments")), expect);
    let expect = "{\n    \"a\": {\n        \"b\": 1\n    },\n    \"deploy_env\": 1,\n    \"run_list\": [\n        \"recipe[apache]\"\n    ]\n}";
    assert_eq!(read(&working.join("node/host.json")), expect);
    let expect = format!(
        "log_level :debug\nlog_location STDOUT\nlocal_mode true\nchef_zero.enabled true\ncookbook_path '{folder}/kitchen/cookbooks'\nrole_path '{folder}/kitchen/roles'\nenvironment_path '{folder}/kitchen/environments'\nenvironment 'it\\'s'\nnode_path '{folder}/node'"
    );
    assert_eq!(read(&working.join("client.rb")), expect);
    assert_eq!((mode(&working.join("client.rb")), mode(&working.join("node/host.json"))), (0o600, 0o600));
    // Its two error paths.
    server.program("bin/git", "echo no >&2; exit 128");
    assert_eq!(hook(&server, "chef", &config), texts("", "no\n", 128));
    server.program("bin/git", "true");
    server.program("bin/hostname", "exit 1");
    let outputs = hook(&server, "chef", &config);
    assert_eq!(outputs["deploy_status_code"], value!(1));
    assert!(outputs["deploy_stderr"].as_str().unwrap().contains("name of this server"));
}

#[test]
fn salt_applies_a_state_with_the_inputs_as_options() {
    fn check(server: &Server, expect: i32, is_stdout_null: bool) {
        let outputs = hook(server, "salt", &value!({"id": "1", "config": "x"}));
        assert_eq!(outputs["deploy_status_code"], value!(expect), "{outputs}");
        assert_eq!(outputs["deploy_stdout"].is_null(), is_stdout_null, "{outputs}");
        assert!(outputs["deploy_stderr"].is_null() != is_stdout_null, "{outputs}");
    }
    let server = Server::new();
    let print = |text: &str, code: i32| {
        let note = format!("{NOTE}; cat \"$3/minion\" \"$3/inputs.conf\" > $here/options");
        server.program(
            "bin/salt-call",
            &format!("{note}; printf '%s' '{text}'; echo warning >&2; exit {code}"),
        );
    };
    print(r#"{"local": {"a": {"result": true, "changes": {}}}}"#, 0);
    let config = value!({
        "id": "a.b", "config": {"x": {"test.nop": []}},
        "inputs": [{"name": "foo", "value": "bar"}, {"name": "file_client", "value": "remote"}],
    });
    let outputs = hook(&server, "salt", &config);
    assert_eq!((&outputs["deploy_status_code"], &outputs["deploy_stderr"]), (&value!(0), &value!(null)));
    assert!(outputs["deploy_stdout"].as_str().unwrap().contains("\"result\": true"));
    assert!(!outputs["deploy_stdout"].as_str().unwrap().contains("warning"));
    let working = server.path("HEAT_SALT_WORKING");
    assert_eq!(read(&working.join("a%2Eb.sls")), "{\n  \"x\": {\n    \"test.nop\": []\n  }\n}");
    let arguments = server.lines("arguments");
    assert_eq!(arguments[0], "--local");
    assert_eq!(arguments[arguments.len() - 2..], ["state.sls", "a%2Eb"]);
    let options = read(&server.path("options"));
    let expect = format!(
        "\"foo\": \"bar\", \"file_client\": \"local\", \"file_roots\": {{\"base\": [\"{}\"]}}}}",
        working.display()
    );
    assert!(options.contains(&expect), "{options}");
    // The inputs may be secrets.
    assert!(!working.join("a%2Eb.minion").exists());
    // The code is 0 where every state succeeded, and a failure where one failed.
    print(r#"{"local": {"a": {"result": true}}}"#, 2);
    check(&server, 0, false);
    print(r#"{"local": {"a": {"result": true}, "b": {"result": false}}}"#, 2);
    check(&server, 2, true);
    print(r#"{"local": {"a": {"result": false}}}"#, 0);
    check(&server, 1, true);
    print(r#"{"local": ["Rendering SLS failed"]}"#, 1);
    check(&server, 1, true);
    print("", 20);
    check(&server, 20, true);
}
