//! The hooks of configuration tools.

use std::fs;

use heat_model::python::json_dumps;
use heat_model::value;

use super::{NOTE, has_line, hook, read, texts};
use crate::server::{Server, mode};

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
    // Without facts; and a failure is reported as one.
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
    // The two ways in which it fails.
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
    // The code is 0 if every state succeeded, and a failure if one failed.
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
