//! A run over the list.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::thread::{self, sleep};
use std::time::{Duration, SystemTime};

use heat_model::value;

use crate::server::{Server, end, mode, wait_until};

#[test]
fn a_hook_gets_the_config_and_its_report_is_signalled() {
    let server = Server::new();
    server.hook("tool", "cat > $here/config; echo '{\"a\": \"ü\", \"deploy_status_code\": 0}'");
    let list = value!([{
        "id": "1", "group": "tool", "config": {"x": [1, 1.5, null]},
        "inputs": [{"name": "n", "type": "String", "value": 5}], "outputs": [],
    }]);
    server.list(&list);
    assert_eq!(server.run().code, Some(0));
    // As `json.dump(config, file, indent=2, separators=(",", ": "))` writes it.
    let expect = "{\n  \"id\": \"1\",\n  \"group\": \"tool\",\n  \"config\": {\n    \"x\": [\n      1,\n      1.5,\n      null\n    ]\n  },\n  \"inputs\": [\n    {\n      \"name\": \"n\",\n      \"type\": \"String\",\n      \"value\": \"5\"\n    }\n  ],\n  \"outputs\": []\n}";
    assert_eq!(fs::read_to_string(server.path("state/deployed/1.json")).unwrap(), expect);
    // As `json.dumps(config)` writes it.
    let expect = "{\"id\": \"1\", \"group\": \"tool\", \"config\": {\"x\": [1, 1.5, null]}, \"inputs\": [{\"name\": \"n\", \"type\": \"String\", \"value\": \"5\"}], \"outputs\": []}";
    assert_eq!(fs::read_to_string(server.path("config")).unwrap(), expect);
    let expect = "{\n  \"a\": \"\\u00fc\",\n  \"deploy_status_code\": 0\n}";
    assert_eq!(fs::read_to_string(server.path("state/deployed/1.notify.json")).unwrap(), expect);
    let signals = fs::read_to_string(server.path("signals")).unwrap();
    let config = server.path("state/deployed/1.json");
    assert_eq!(signals, format!("{}\n{{\"a\": \"\\u00fc\", \"deploy_status_code\": 0}}\n", config.display()));
    assert!(!server.is_owed("1"));
    assert_eq!(mode(&server.path("list")), 0o600);
    assert_eq!(mode(&config), 0o600);
    assert_eq!(mode(&server.path("state/deployed/1.notify.json")), 0o600);
    assert_eq!(mode(&server.path("state/deployed")), 0o700);
}

#[test]
fn what_is_done_is_not_done_again() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    server.run();
    let second = server.run();
    assert!(second.log.contains("2 of 2 deployments were done before"), "{}", second.log);
    assert_eq!(server.lines("runs").len(), 2);
    assert_eq!(server.signals().len(), 2);
    // Forces the deployment to run again.
    fs::remove_file(server.path("state/deployed/1.json")).unwrap();
    server.run();
    assert_eq!(server.lines("runs").len(), 3);
    assert_eq!(server.signals().len(), 3);
}

/// Time at which `.idle` was written, by the last run that read the list.
fn remembered(server: &Server) -> Option<SystemTime> {
    fs::metadata(server.path("state/deployed/.idle")).ok()?.modified().ok()
}

/// Returns a server on which two deployments are done, and whose next run has nothing to read.
fn idle() -> Server {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    server.run();
    wait_until("the list is not read", || {
        // Longer than the time within which two changes can have the same time.
        sleep(Duration::from_millis(150));
        let before = remembered(&server);
        let run = server.run();
        assert!(run.log.contains("2 of 2 deployments were done before"), "{}", run.log);
        before.is_some() && remembered(&server) == before
    });
    assert_eq!(server.lines("runs").len(), 2);
    server
}

#[test]
fn a_list_that_was_done_is_read_again_when_anything_changes() {
    #[track_caller]
    fn check(change: impl FnOnce(&Server), runs: usize, signals: usize) {
        let server = idle();
        change(&server);
        let run = server.run();
        assert_eq!((server.lines("runs").len(), server.signals().len()), (runs, signals), "{}", run.log);
        assert_eq!(run.code, Some(0), "{}", run.log);
    }
    // With the original size and time.
    let keep_time = |server: &Server| {
        let list = server.path("list");
        let before = fs::metadata(&list).unwrap().modified().unwrap();
        let text = fs::read_to_string(&list).unwrap().replace("\"2\"", "\"3\"");
        fs::write(&list, text).unwrap();
        fs::File::options().write(true).open(list).unwrap().set_modified(before).unwrap();
    };
    let other = value!([{"id": "1", "group": "tool"}, {"id": "3", "group": "tool"}]);
    // Each waits until its list is idle.
    thread::scope(|scope| {
        scope.spawn(|| check(|_| {}, 2, 2));
        scope.spawn(|| check(|server| fs::remove_file(server.path("state/deployed/1.json")).unwrap(), 3, 3));
        scope.spawn(|| check(|server| fs::write(server.path("state/deployed/1.owed"), "").unwrap(), 2, 3));
        scope.spawn(|| check(|server| fs::remove_dir_all(server.path("state/deployed")).unwrap(), 4, 4));
        scope.spawn(|| check(|server| server.list(&other), 3, 3));
        scope.spawn(|| check(keep_time, 3, 3));
        // The stored state is of another list, or of another version, or damaged.
        for text in ["", "2\n", "0.0.0\n1 1 1 1.1\n1 1 1 1.1\n2\n"] {
            let store = move |server: &Server| fs::write(server.path("state/deployed/.idle"), text).unwrap();
            scope.spawn(move || check(store, 2, 2));
        }
    });
}

#[test]
fn a_list_that_was_done_is_read_for_the_log_of_each_deployment() {
    let server = idle();
    let run = end(server.command(&["run"]).env("HEAT_CONFIG_LOG_LEVEL", "debug"));
    assert!(run.log.contains("Skipping config 1, already deployed"), "{}", run.log);
    // Somebody has made it readable.
    fs::set_permissions(server.path("list"), Permissions::from_mode(0o644)).unwrap();
    server.run();
    assert_eq!(mode(&server.path("list")), 0o600);
}

#[test]
fn what_python_left_is_done() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    fs::create_dir_all(server.path("state/before")).unwrap();
    fs::write(server.path("state/before/1.json"), "{}").unwrap();
    fs::write(server.path("state/before/1.notify.json"), "{}").unwrap();
    // A state as written by heat-config-rebuild-deployed.
    fs::write(server.path("state/before/2.json"), "").unwrap();
    let run = end(&mut server.command(&["--log-level", "debug"]));
    assert!(run.log.contains("Migrating deployed state"), "{}", run.log);
    assert!(run.log.contains("Skipping config 1, already deployed"), "{}", run.log);
    assert!(server.lines("runs").is_empty() && server.signals().is_empty());
    assert!(!server.path("state/before").exists());
}

#[test]
fn reports_become_signals() {
    fn check(script: &str, expect: &heat_model::Value) {
        let server = Server::with_tool(script);
        server.run();
        assert_eq!(server.outputs("1").as_ref(), Some(expect), "{script}");
        assert_eq!(server.signals(), [("1.json".to_owned(), expect.clone())], "{script}");
    }
    let texts = |stdout: &str, stderr: &str, code: i32| value!({"deploy_stdout": stdout, "deploy_stderr": stderr, "deploy_status_code": code});
    check("true", &value!({}));
    check("echo e >&2", &value!({}));
    check("exit 3", &texts("", "", 3));
    check("echo o; echo e >&2", &texts("o\n", "e\n", 0));
    check("echo o; exit 4", &texts("o\n", "", 4));
    check("echo '{}'", &value!({}));
    check("echo '{\"a\": Infinity}'", &value!({"a": f64::INFINITY}));
    // A failure must not become a success.
    check("echo '{\"a\": 1}'; exit 5", &value!({"a": 1, "deploy_status_code": 5}));
    check("echo '{\"deploy_status_code\": \"7\"}'; exit 5", &value!({"deploy_status_code": "7"}));
    // Heat accepts only maps.
    check("echo '[1]'", &texts("[1]\n", "", 0));
    check("echo 12", &texts("12\n", "", 0));
}

#[test]
fn components_run_the_config_of_their_action() {
    let server = Server::new();
    server.hook("a", "cat >> $here/ran; echo >> $here/ran");
    server.hook("b", "echo wrong >> $here/ran");
    let component = |id: &str, action: &str| {
        value!({
            "id": id, "group": "component", "inputs": [{"name": "deploy_action", "value": action}],
            "config": {"configs": [
                {"actions": ["CREATE", "UPDATE"], "config": "one", "tool": "a"},
                {"actions": ["UPDATE"], "config": "two", "tool": "b"},
            ]},
        })
    };
    server.list(&value!([component("1", "UPDATE"), component("2", "SUSPEND")]));
    let run = server.run();
    assert!(run.log.contains("no valid script is defined for deploy action SUSPEND"), "{}", run.log);
    let ran = server.lines("ran");
    assert_eq!(ran.len(), 1);
    let got = heat_model::json::parse(&ran[0]).unwrap();
    assert_eq!((got["config"].as_str(), got["group"].as_str()), (Some("one"), Some("a")));
    assert!(server.config("2").is_none());
    assert_eq!(server.signals().len(), 1);
}

#[test]
fn a_group_without_hook_is_a_failure_unless_none_is_meant() {
    let server = Server::new();
    server.list(&value!([
        {"id": "1", "group": "nothing"}, {"id": "2", "group": "os-apply-config"},
        {"id": "3", "group": "Heat::Ungrouped"}, {"id": "4"},
    ]));
    server.run();
    let signals = server.signals();
    assert_eq!(signals.len(), 1, "{signals:?}");
    assert_eq!(signals[0].1["deploy_status_code"], value!(1));
    assert_eq!(signals[0].1["deploy_stderr"], value!("There is no hook for the group nothing"));
    assert!(["2", "3", "4"].iter().all(|id| server.config(id).is_none()));
    // A program of that name is used for them.
    server.hook("HeatUngrouped", "echo x >> $here/runs");
    server.run();
    assert_eq!(server.lines("runs").len(), 2);
}

#[test]
fn a_hook_file_beats_the_built_in_hook() {
    let server = Server::new();
    server.hook("script", "echo '{\"mine\": true}'");
    server.list(&value!([{"id": "1", "group": "script", "config": "exit 1"}]));
    server.run();
    assert_eq!(server.outputs("1"), Some(value!({"mine": true})));
    fs::remove_file(server.path("hooks/script")).unwrap();
    server.list(&value!([{"id": "2", "group": "script", "config": "exit 9"}]));
    server.run();
    assert_eq!(server.outputs("2").unwrap()["deploy_status_code"], value!(9));
}

#[test]
fn signals_are_repeated_until_they_are_accepted() {
    let server = Server::with_tool("echo x >> $here/runs; echo '{\"a\": 1}'");
    server.notifier("exit 1");
    let run = server.run();
    assert_eq!(run.code, Some(0));
    assert!(server.is_owed("1") && run.log.contains("repeated in the next run"), "{}", run.log);
    server.run();
    assert!(server.is_owed("1"));
    server.notifier("exit 0");
    server.run();
    assert!(!server.is_owed("1"));
    server.run();
    let expect = ("1.json".to_owned(), value!({"a": 1}));
    assert_eq!(server.signals(), [expect.clone(), expect.clone(), expect]);
    assert_eq!(server.lines("runs").len(), 1);
}

#[test]
fn signals_of_forgotten_deployments_are_dropped() {
    let server = Server::with_tool("true");
    server.notifier("exit 1");
    server.run();
    // A list that cannot be read drops no signal.
    server.list_text("[");
    server.run();
    assert!(server.is_owed("1"));
    server.list(&value!([]));
    let run = server.run();
    assert!(run.log.contains("Dropping the signal of 1"), "{}", run.log);
    assert!(!server.is_owed("1"));
    assert_eq!(server.signals().len(), 1);
}

#[test]
fn exit_codes_are_those_of_python() {
    let server = Server::new();
    let run = server.run();
    assert_eq!(run.code, Some(1));
    assert!(run.log.contains("No config file"), "{}", run.log);
    server.list(&value!([]));
    assert_eq!(server.run().code, Some(0));
    // The state cannot be stored.
    fs::remove_dir_all(server.path("state")).unwrap();
    fs::write(server.path("state"), "").unwrap();
    assert_eq!(end(&mut server.command(&["run"])).code, Some(1));
}

#[test]
fn state_is_moved_from_another_file_system() {
    use std::os::unix::fs::MetadataExt as _;
    let server = Server::new();
    let memory = std::path::Path::new("/dev/shm");
    if !fs::metadata(memory).is_ok_and(|memory| memory.dev() != fs::metadata(&server.folder).unwrap().dev()) {
        println!("skipped: there is no other file system at /dev/shm");
        return;
    }
    let before = memory.join(format!("heat-config-{}", std::process::id()));
    fs::create_dir_all(&before).unwrap();
    fs::write(before.join("1.json"), "{\"a\": 1}").unwrap();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([{"id": "1", "group": "tool"}]));
    let run = end(server.command(&[]).env("HEAT_CONFIG_DEPLOYED_OLD", &before));
    assert_eq!(run.code, Some(0), "{}", run.log);
    assert_eq!(server.config("1"), Some(value!({"a": 1})));
    assert_eq!(mode(&server.path("state/deployed/1.json")), 0o600);
    assert!(server.lines("runs").is_empty() && !before.exists());
}
