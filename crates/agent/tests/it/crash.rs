//! Agents that are killed, and agents that run at the same time.

use std::fs;
use std::process::Child;

use heat_model::value;

use crate::server::{Server, ended, kill, start, start_with_log, wait_until};

/// Kills the agent, the supervisor and the hook, as a crash of the server does.
fn crash(server: &Server, agent: &mut Child) {
    agent.kill().unwrap();
    agent.wait().unwrap();
    let ids = fs::read_to_string(server.path("id")).unwrap();
    // The supervisor first: it would store that the hook was killed.
    ids.split_whitespace().rev().for_each(kill);
}

#[test]
fn a_hook_whose_supervisor_is_killed_is_reported_as_failed() {
    let server = Server::with_tool("echo $$ $PPID > $here/id.new; mv $here/id.new $here/id; exec sleep 60");
    let agent = start(&mut server.command(&[]));
    server.wait_for("id");
    let ids = fs::read_to_string(server.path("id")).unwrap();
    ids.split_whitespace().rev().for_each(kill);
    let run = ended(agent);
    assert!(run.log.contains("Config 1 is reported as failed: the hook was interrupted"), "{}", run.log);
    assert_eq!(server.signals()[0].1["deploy_status_code"], value!(1));
    assert!(!server.is_owed("1"));
}

#[test]
fn an_interrupted_hook_is_reported_as_failed_and_not_run_again() {
    let server = Server::new();
    server.hook(
        "tool",
        "echo x >> $here/runs; echo $$ $PPID > $here/id.new; mv $here/id.new $here/id; exec sleep 60",
    );
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "other"}]));
    server.hook("other", "true");
    let mut agent = start(&mut server.command(&[]));
    server.wait_for("id");
    crash(&server, &mut agent);
    assert!(server.is_owed("1") && server.outputs("1").is_none());
    let run = server.run();
    assert!(run.log.contains("Config 1 is reported as failed"), "{}", run.log);
    assert_eq!(server.lines("runs").len(), 1);
    let outputs = server.outputs("1").unwrap();
    assert_eq!(outputs["deploy_status_code"], value!(1));
    assert!(outputs["deploy_stderr"].as_str().unwrap().contains("interrupted"));
    let names: Vec<_> = server.signals().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["1.json", "2.json"]);
    // It is reported once.
    server.run();
    assert_eq!(server.signals().len(), 2);
}

#[test]
fn a_signal_that_was_cut_off_is_repeated() {
    let server = Server::with_tool("echo x >> $here/runs; echo '{\"a\": 1}'");
    server.notifier("echo $$ > $here/id.new; mv $here/id.new $here/id; exec sleep 60");
    let mut agent = start(&mut server.command(&[]));
    server.wait_for("id");
    agent.kill().unwrap();
    agent.wait().unwrap();
    kill(&fs::read_to_string(server.path("id")).unwrap());
    assert!(server.is_owed("1"));
    server.notifier("exit 0");
    server.run();
    assert!(!server.is_owed("1"));
    assert_eq!(server.lines("runs").len(), 1);
    let expect = ("1.json".to_owned(), value!({"a": 1}));
    assert_eq!(server.signals(), [expect.clone(), expect]);
}

#[test]
fn a_crash_before_the_hook_started_does_not_keep_it_from_running() {
    let server = Server::with_tool("echo x >> $here/runs");
    fs::create_dir_all(server.path("state/deployed")).unwrap();
    fs::write(server.path("state/deployed/1.owed"), "").unwrap();
    // A config that was not completely written.
    fs::write(server.path("state/deployed/.1.json.new"), "{\"id").unwrap();
    server.run();
    assert_eq!(server.lines("runs").len(), 1);
    assert!(!server.is_owed("1"));
    assert!(!server.path("state/deployed/.1.json.new").exists());
}

#[test]
fn a_result_that_cannot_be_read_is_reported_as_failed() {
    for damaged in ["", "{", "[]"] {
        let server = Server::with_tool("echo x >> $here/runs");
        fs::create_dir_all(server.path("state/deployed")).unwrap();
        for name in ["1.owed", "1.json"] {
            fs::write(server.path("state/deployed").join(name), "").unwrap();
        }
        fs::write(server.path("state/deployed/1.notify.json"), damaged).unwrap();
        server.run();
        assert!(server.lines("runs").is_empty() && !server.is_owed("1"), "{damaged}");
        assert_eq!(server.signals()[0].1["deploy_status_code"], value!(1), "{damaged}");
    }
}

#[test]
fn two_agents_do_nothing_twice() {
    let server = Server::with_tool(
        "cat >/dev/null; echo x >> $here/runs; while [ -d $here -a ! -e $here/go ]; do sleep 0.01; done",
    );
    let first = start(&mut server.command(&[]));
    server.wait_for("runs");
    let mut command = server.command(&[]);
    let log = fs::File::create(server.path("log")).unwrap();
    let mut second = start_with_log(&mut command, log);
    let says_so = || server.lines("log").iter().any(|line| line.contains("Another agent is running"));
    wait_until("the second agent waits", says_so);
    // It waits, because the list may have changed since the first one read it.
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "tool"}]));
    fs::write(server.path("go"), "").unwrap();
    assert_eq!(ended(first).code, Some(0));
    assert!(second.wait().unwrap().success());
    assert_eq!(server.lines("runs").len(), 2);
    assert_eq!(server.signals().len(), 2);
}

#[test]
fn an_agent_that_a_hook_starts_does_not_wait_for_itself() {
    let server = Server::with_tool(&format!(
        "cat >/dev/null; {} > $here/nested 2>&1; echo $?",
        crate::server::PROGRAM
    ));
    assert_eq!(server.run().code, Some(0));
    assert_eq!(server.outputs("1").unwrap()["deploy_stdout"], value!("0\n"));
    let nested = server.lines("nested");
    assert!(nested[0].contains("the list is left to it"), "{nested:?}");
    // A process that a hook left running may start an agent later.
    let mut late = server.command(&[]);
    assert_eq!(crate::server::end(late.env("HEAT_CONFIG_AGENT", "1")).code, Some(0));
}

#[test]
fn an_interrupted_repetition_is_not_reported_as_what_was_done_before() {
    let server = Server::with_tool("echo '{\"deploy_status_code\": 0}'");
    server.run();
    // Forced, and cut off.
    fs::remove_file(server.path("state/deployed/1.json")).unwrap();
    server.hook("tool", "echo $$ $PPID > $here/id.new; mv $here/id.new $here/id; exec sleep 60");
    let mut agent = start(&mut server.command(&[]));
    server.wait_for("id");
    crash(&server, &mut agent);
    server.run();
    let codes: Vec<_> =
        server.signals().into_iter().map(|(_, outputs)| outputs["deploy_status_code"].clone()).collect();
    assert_eq!(codes, [value!(0), value!(1)]);
}
