//! The names of the program, and its other commands.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use heat_model::{Value, json, value};

use crate::server::{PROGRAM, Server, end, ended, start};

#[test]
fn it_is_the_program_that_it_is_started_as() {
    let server = Server::new();
    server.list(&value!([{"id": "1", "group": "script", "config": "echo 1"}]));
    fs::create_dir(server.path("bin")).unwrap();
    let run = |name: &str, arguments: &[&str]| {
        let path = server.path("bin").join(name);
        symlink(PROGRAM, &path).unwrap();
        let mut command = Command::new(&path);
        for (name, value) in server.command(&[]).get_envs() {
            command.env(name, value.unwrap());
        }
        end(command.args(arguments).stdin(Stdio::null()))
    };
    assert!(run("heat-config-rebuild-deployed", &[]).log.contains("1.json"));
    fs::remove_file(server.path("state/deployed/1.json")).unwrap();
    assert_eq!(run("55-heat-config", &[]).code, Some(0));
    assert_eq!(server.signals().len(), 1);
    assert!(run("heat-config-notify", &[]).log.contains("Usage"));
    for name in ["script", "hook-json-file.py"] {
        let hook = run(name, &[]);
        assert_eq!(hook.code, Some(1));
        assert!(hook.log.contains("The config is not JSON"), "{name}: {}", hook.log);
    }
}

#[test]
fn a_built_in_hook_is_a_program_too() {
    let server = Server::new();
    let mut hook = start(server.command(&["hook", "script"]).stdin(Stdio::piped()));
    let config = br#"{"id": "1", "config": "echo $a; echo b > $heat_outputs_path.o", "inputs": [{"name": "a", "value": 7}], "outputs": [{"name": "o"}]}"#;
    hook.stdin.take().unwrap().write_all(config).unwrap();
    let output = ended(hook);
    assert_eq!(output.code, Some(0), "{}", output.log);
    let expect = r#"{"o": "b\n", "deploy_stdout": "7\n", "deploy_stderr": "", "deploy_status_code": 0}"#;
    assert_eq!(output.stdout, expect);
}

#[test]
fn wrong_arguments_are_explained() {
    let server = Server::new();
    for arguments in
        [&["fly"][..], &["hook"], &["hook", "fly"], &["run", "now"], &["status", "--format", "xml"]]
    {
        let result = end(&mut server.command(arguments));
        assert_eq!(result.code, Some(2), "{arguments:?}");
        assert!(result.log.starts_with("error: "), "{arguments:?}: {}", result.log);
    }
    assert!(end(&mut server.command(&["--help"])).stdout.contains("rebuild-deployed"));
    assert!(end(&mut server.command(&["--version"])).stdout.starts_with("heat-config "));
}

#[test]
fn notify_signals_what_it_reads() {
    let server = Server::new();
    let missing = end(&mut server.command(&["notify", "missing.json"]));
    assert_eq!(missing.code, Some(1));
    assert!(missing.log.contains("No config file missing.json"), "{}", missing.log);
    // No transport: no signal is wanted.
    fs::write(server.path("config.json"), r#"{"inputs": [{"name": "a", "value": 1}]}"#).unwrap();
    let nothing = end(&mut server.command(&["notify", "config.json"]));
    assert_eq!(nothing.code, Some(0), "{}", nothing.log);
    assert!(nothing.log.contains("No valid json found on stdin"), "{}", nothing.log);
}

#[test]
fn rebuild_marks_what_a_hook_would_be_for() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([
        {"id": "1", "group": "tool"}, {"id": "2", "group": "os-apply-config"}, {"id": "3", "group": "Heat::Ungrouped"},
        {"id": "../4", "group": "component", "config": {}}, {"group": "tool"},
    ]));
    let result = end(&mut server.command(&["rebuild-deployed"]));
    assert_eq!(result.code, Some(0), "{}", result.log);
    let mut names: Vec<_> = fs::read_dir(server.path("state/deployed"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["%2E.%2F4.json", "1.json"]);
    server.run();
    assert!(server.lines("runs").is_empty() && server.signals().is_empty());
    // Deployments with a state are not changed.
    fs::write(server.path("state/deployed/1.json"), "{\"a\": 1}").unwrap();
    end(&mut server.command(&["rebuild-deployed"]));
    assert_eq!(server.config("1"), Some(value!({"a": 1})));
}

#[test]
fn rebuild_asks_os_apply_config_without_a_list() {
    let server = Server::new();
    server.program(
        "bin/os-apply-config",
        "echo \"$*\" > $here/asked; echo '[{\"id\": \"7\", \"group\": \"script\"}]'",
    );
    let path = format!("{}:{}", server.path("bin").display(), std::env::var("PATH").unwrap());
    let result = end(server.command(&["rebuild-deployed"]).env("PATH", path));
    assert_eq!(result.code, Some(0), "{}", result.log);
    assert_eq!(server.lines("asked"), ["--key deployments --type raw"]);
    assert!(server.path("state/deployed/7.json").exists());
    let missing = end(server.command(&["rebuild-deployed"]).env("PATH", "/nonexistent"));
    assert_eq!(missing.code, Some(1));
}

#[test]
fn status_tells_what_is_next() {
    let server = Server::new();
    server.hook("tool", "exit 3");
    server.hook("quiet", "true");
    server.notifier("case $1 in */owed.json) exit 1;; esac");
    let action = value!([{"name": "deploy_action", "value": "UPDATE"}]);
    server.list(&value!([{"id": "gone", "group": "quiet"}]));
    server.run();
    server.list(&value!([{"id": "done", "group": "tool", "name": "n\u{1b}[1m", "inputs": action.clone()}, {"id": "owed", "group": "tool"}]));
    server.run();
    fs::write(server.path("state/deployed/cut.json"), "{}").unwrap();
    fs::write(server.path("state/deployed/cut.owed"), "").unwrap();
    server.list(&value!([
        {"id": "done", "group": "tool", "name": "n\u{1b}[1m", "inputs": action.clone()}, {"id": "owed", "group": "tool"},
        {"id": "cut", "group": "tool"}, {"id": "new", "group": "tool"}, {"id": "none", "group": "nothing"},
        {"id": "other", "group": "os-apply-config"}, {"id": "comp", "group": "component", "inputs": action, "config": {"configs": []}},
        7,
    ]));
    let result = end(&mut server.command(&["status", "--format", "json"]));
    assert_eq!(result.code, Some(0));
    let all = json::parse(&result.stdout).unwrap();
    let stages: Vec<(String, String, Value)> = all
        .as_list()
        .unwrap()
        .iter()
        .map(|known| {
            let text = |name: &str| known[name].as_str().unwrap().to_owned();
            (text("id"), text("stage"), known["status_code"].clone())
        })
        .collect();
    let stages: Vec<(&str, &str, &Value)> =
        stages.iter().map(|(id, stage, code)| (id.as_str(), stage.as_str(), code)).collect();
    let (none, three) = (&value!(null), &value!("3"));
    let expect = [
        ("done", "done", three),
        ("owed", "signal-owed", three),
        ("cut", "interrupted", none),
        ("new", "waiting", none),
        ("none", "no-hook", none),
        ("other", "skipped", none),
        ("comp", "skipped", none),
        ("", "unreadable", none),
        ("gone", "done", none),
    ];
    assert_eq!(stages, expect);
    assert_eq!(all[0]["action"], value!("UPDATE"));
    assert_eq!((&all[0]["listed"], &all[8]["listed"]), (&value!(true), &value!(false)));
    let text = end(&mut server.command(&["status"])).stdout;
    assert_eq!(text.lines().count(), 10);
    assert!(text.lines().nth(1).unwrap().starts_with("done") && !text.contains('\u{1b}'), "{text}");
    // Nothing was changed.
    assert!(server.is_owed("owed") && server.is_owed("cut"));
}

#[test]
fn status_tells_what_is_running() {
    let server = Server::new();
    server.hook(
        "tool",
        "cat >/dev/null; echo x > $here/runs; while [ -d $here -a ! -e $here/go ]; do sleep 0.01; done",
    );
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    let agent = start(&mut server.command(&[]));
    server.wait_for("runs");
    let text = end(&mut server.command(&["status"])).stdout;
    fs::write(server.path("go"), "").unwrap();
    assert_eq!(ended(agent).code, Some(0));
    let stages: Vec<_> = text.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(stages, ["running", "waiting"]);
}
