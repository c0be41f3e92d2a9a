//! Files and logs that others on the server can read.

use std::fs;
use std::path::Path;

use heat_model::value;

use crate::server::{Server, end, mode};

const SECRET: &str = "correct-horse-battery";

#[test]
fn secrets_are_in_no_log_and_in_no_file_of_others() {
    for umask in ["000", "022", "077"] {
        run_with_umask(umask);
    }
}

fn run_with_umask(umask: &str) {
    let server = Server::new();
    server.hook("tool", "cat >&2; env > $here/environment; chmod 600 $here/environment; exit 1");
    let inputs = value!([
        {"name": "deploy_password", "type": "String", "value": SECRET},
        {"name": "deploy_signal_id", "value": format!("http://192.0.2.1/?Signature={SECRET}")},
        {"name": "other", "type": "Json", "value": {"key": SECRET}},
    ]);
    server.list(&value!([
        {"id": "1", "group": "tool", "inputs": inputs.clone()},
        {"id": "2", "group": "script", "config": "echo $deploy_password; echo $other >&2; exit 1", "inputs": inputs.clone()},
        {"id": "3", "group": "unknown", "inputs": inputs.clone()},
        {"id": "4", "group": "component", "inputs": inputs.clone(), "config": SECRET},
        {"id": "5", "group": "json-file", "inputs": inputs.clone(), "config": {(server.path("data").to_str().unwrap()): SECRET}},
        {"group": "tool", "inputs": inputs},
    ]));
    // The notifier of the test records its input.
    server.program("notifier", &format!("cat >&2; echo {SECRET}; exit 1"));
    let run = end(&mut server.command_after(&format!("umask {umask}"), &[]));
    assert!(!run.log.contains(SECRET), "{}", run.log);
    assert!(!run.stdout.contains(SECRET), "{}", run.stdout);
    assert_no_secrets_for_others(&server.folder);
    // Anybody who may change a parent folder could replace its contents.
    assert_eq!(mode(&server.path("state")) & 0o022, 0, "umask {umask}");
    // The environment of a hook is that of the agent.
    let environment = fs::read_to_string(server.path("environment")).unwrap();
    assert!(environment.contains("HEAT_CONFIG_DEPLOYED=") && !environment.contains(SECRET));
    assert!(server.outputs("2").unwrap()["deploy_stdout"].as_str().unwrap().contains(SECRET));
    // A list that is cut in the middle of a secret.
    server.list_text(format!("[{{\"id\": \"6\", \"config\": \"{SECRET}"));
    let run = server.run();
    assert!(!run.log.contains(SECRET), "{}", run.log);
}

/// Checks that all files that contain the secret can be read only by the owner, except for the list, which becomes private, and
/// the test's own programs.
fn assert_no_secrets_for_others(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assert_no_secrets_for_others(&path);
        } else if fs::read(&path).unwrap().windows(SECRET.len()).any(|part| part == SECRET.as_bytes()) {
            let is_of_test = path.file_name().is_some_and(|name| name == "notifier");
            assert!(
                is_of_test || matches!(mode(&path), 0o600 | 0o700),
                "{} has the mode {:o}",
                path.display(),
                mode(&path)
            );
        }
    }
}
