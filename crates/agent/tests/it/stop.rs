//! Agents that are stopped while a hook is running: the hook finishes, and the next agent signals its result.

use std::fs;
use std::process::{Child, Command};

use heat_model::{Value, value};

use crate::server::{Ended, Server, Started, end, ended, start, start_with_log, wait_until};

/// A hook that runs until the test lets it finish.
const HOOK: &str = "cat >/dev/null; echo x >> $here/runs; while [ -d $here -a ! -e $here/go ]; do sleep 0.01; done; echo '{\"a\": 1}'";

const SIGNALS: [&str; 4] = ["TERM", "INT", "HUP", "KILL"];

fn result() -> Value {
    value!({"a": 1})
}

fn server() -> Server {
    let server = Server::new();
    server.hook("tool", HOOK);
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    server
}

/// Sends a signal to an agent whose first hook is running, and waits for its end.
fn stop(server: &Server, signal: &str, arguments: &[&str]) -> i32 {
    let log = fs::File::create(server.path("log")).unwrap();
    let mut agent = start_with_log(&mut server.stoppable(arguments), log);
    server.wait_for("runs");
    send(&agent, signal);
    let status = agent.wait().unwrap();
    assert!(!server.path("go").exists());
    std::os::unix::process::ExitStatusExt::signal(&status).unwrap()
}

fn send(agent: &Child, signal: &str) {
    assert!(Command::new("kill").args(["-s", signal, &agent.id().to_string()]).status().unwrap().success());
}

/// Starts the next agent, lets the hook finish once that agent waits, and checks that both deployments were done once.
#[track_caller]
fn check_next(server: &Server, arguments: &[&str]) -> Ended {
    let next = start(&mut server.command(arguments));
    fs::write(server.path("go"), "").unwrap();
    let next = ended(next);
    assert_eq!(next.code, Some(0), "{}", next.log);
    let expect = [("1.json".to_owned(), result()), ("2.json".to_owned(), result())];
    assert_eq!(server.signals(), expect, "{}", next.log);
    assert_eq!(server.lines("runs").len(), 2);
    next
}

#[test]
fn the_running_hook_finishes_and_the_next_run_signals_its_result() {
    for signal in SIGNALS {
        let server = server();
        stop(&server, signal, &["run"]);
        check_next(&server, &["run"]);
        let log = fs::read_to_string(server.path("log")).unwrap();
        assert!(log.contains("Deployment 1: the agent was stopped"), "{signal}: {log}");
    }
}

#[test]
fn the_result_is_kept_without_another_agent() {
    let server = server();
    stop(&server, "TERM", &["run"]);
    fs::write(server.path("go"), "").unwrap();
    wait_until("the result is kept", || server.outputs("1").is_some());
    assert!(server.is_owed("1"));
    check_next(&server, &["run"]);
}

#[test]
fn a_built_in_hook_finishes_too() {
    let server = Server::new();
    let script = format!("here={}\n{HOOK}", server.folder.display());
    server.list(&value!([{"id": "1", "group": "script", "config": script}]));
    stop(&server, "TERM", &["run"]);
    fs::write(server.path("go"), "").unwrap();
    assert_eq!(server.run().code, Some(0));
    let (name, outputs) = server.signals().remove(0);
    assert_eq!((name.as_str(), &outputs["deploy_status_code"]), ("1.json", &value!(0)));
    assert_eq!(outputs["deploy_stdout"], value!("{\"a\": 1}\n"));
}

#[test]
fn what_the_hook_starts_does_not_wait_for_the_hook() {
    let server = server();
    server.hook("tool", &format!("{HOOK}\n{} run > $here/nested 2>&1", crate::server::PROGRAM));
    stop(&server, "TERM", &["run"]);
    check_next(&server, &["run"]);
    assert!(server.lines("nested")[0].contains("the list is left to it"));
}

#[test]
fn a_hook_that_the_state_cannot_begin_is_left_to_a_later_run() {
    let server = server();
    fs::create_dir_all(server.path("state/deployed/1.owed/x")).unwrap();
    fs::write(server.path("go"), "").unwrap();
    let run = server.run();
    assert!(run.log.contains("Config 1 is left to a later run"), "{}", run.log);
    assert_eq!(server.signals(), [("2.json".to_owned(), result())]);
    fs::remove_dir_all(server.path("state/deployed/1.owed")).unwrap();
    server.run();
    assert_eq!(server.signals().len(), 2);
}

#[test]
fn a_service_that_a_hook_leaves_behind_can_go_on_printing() {
    let server = Server::new();
    let service = "(while [ -d $here -a ! -e $here/go ]; do sleep 0.01; done; echo late; echo x > $here/survived) & echo early";
    server.hook("tool", &format!("cat >/dev/null; {service}"));
    server.list(&value!([{"id": "1", "group": "tool"}]));
    let run = Command::new("timeout")
        .arg("30")
        .arg(crate::server::PROGRAM)
        .envs(
            server
                .command(&[])
                .get_envs()
                .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))),
        )
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(run.success());
    assert_eq!(server.signals()[0].1["deploy_stdout"], value!("early\n"));
    fs::write(server.path("go"), "").unwrap();
    server.wait_for("survived");
}

#[cfg(feature = "network")]
mod collecting {
    use super::*;

    fn arguments(server: &Server, once: bool) -> Vec<String> {
        let path = |name: &str| server.path(name).to_str().unwrap().to_owned();
        let once = once.then(|| "--one-time".to_owned());
        let options = ["local", "--config-file", "/dev/null"].map(str::to_owned).into_iter();
        let folders = [("local-path", "local"), ("cachedir", "cache"), ("backup-cachedir", "backup")];
        let folders = folders.map(|(option, name)| format!("--{option}={}", path(name)));
        options.chain(once).chain(folders).collect()
    }

    fn collecting() -> Server {
        let server = server();
        fs::create_dir_all(server.path("local")).unwrap();
        let list = fs::read_to_string(server.path("list")).unwrap();
        fs::write(
            server.path("local/one.json"),
            format!("{{\"deployments\": {}}}", list.replace("\"id\"", "\"name\": \"n\", \"id\"")),
        )
        .unwrap();
        fs::remove_file(server.path("list")).unwrap();
        server
    }

    #[test]
    fn the_running_hook_of_a_collector_finishes() {
        for (signal, once) in
            [("TERM", false), ("INT", false), ("KILL", false), ("TERM", true), ("INT", true)]
        {
            let server = collecting();
            let first = arguments(&server, once);
            let first: Vec<&str> =
                std::iter::once("collect").chain(first.iter().map(String::as_str)).collect();
            stop(&server, signal, &first);
            let next = arguments(&server, true);
            let next: Vec<&str> = std::iter::once("collect").chain(next.iter().map(String::as_str)).collect();
            check_next(&server, &next);
        }
    }

    #[test]
    fn collectors_at_once_share_the_cache() {
        for _ in 0..5 {
            let server = collecting();
            fs::write(server.path("go"), "").unwrap();
            let all: Vec<Started> = (0..4)
                .map(|_| {
                    let options = arguments(&server, true);
                    start(server.command(&["collect"]).args(options))
                })
                .collect();
            for collector in all {
                let ended = ended(collector);
                assert_eq!(ended.code, Some(0), "{}", ended.log);
                assert!(!ended.log.contains("ERROR"), "{}", ended.log);
            }
            assert_eq!(server.lines("runs").len(), 2);
            let names = |folder: &str| -> Vec<String> {
                let names = fs::read_dir(server.path(folder)).unwrap();
                names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
            };
            let left: Vec<_> = ["cache", "backup"].iter().flat_map(|folder| names(folder)).collect();
            assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
        }
    }

    #[test]
    fn what_an_interrupted_collector_left_is_removed() {
        let server = collecting();
        fs::write(server.path("go"), "").unwrap();
        fs::create_dir(server.path("cache")).unwrap();
        fs::write(server.path("cache/.local.json.1.new"), "half").unwrap();
        assert_eq!(end(server.command(&["collect"]).args(arguments(&server, true))).code, Some(0));
        assert!(!server.path("cache/.local.json.1.new").exists());
    }

    #[test]
    fn a_collector_that_a_hook_or_a_command_starts_does_not_wait_for_itself() {
        let server = collecting();
        fs::write(server.path("go"), "").unwrap();
        let nested = format!("{} collect {}", crate::server::PROGRAM, arguments(&server, true).join(" "));
        server.hook("tool", &format!("{HOOK}; {nested} 2> $here/nested"));
        let outer = end(server.command(&["collect"]).args(arguments(&server, true)));
        assert_eq!(outer.code, Some(0), "{}", outer.log);
        assert!(server.lines("nested")[0].contains("the metadata are left to it"));
        let command = format!("--command={nested} 2> {}", server.path("nested").display());
        let outer = end(server.command(&["collect", &command]).args(arguments(&server, true)));
        assert_eq!(outer.code, Some(0), "{}", outer.log);
        assert!(server.lines("nested")[0].contains("the metadata are left to it"));
    }
}
