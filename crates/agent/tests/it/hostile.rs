//! Hostile hooks and lists.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use heat_model::{Value, value};

use crate::server::{Server, end, kill};

fn run_tool(script: &str) -> (Server, Value) {
    let server = Server::with_tool(script);
    server.run();
    let outputs = server.outputs("1").unwrap();
    (server, outputs)
}

#[test]
fn lists_that_cannot_be_read_are_reported() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    let deep = "[".repeat(1_000_000);
    let texts: [&[u8]; 7] =
        [b"", b"[{\"id\": \"1\", \"group\": \"tool\"}", b"{}", b"7", b"[\"\xff\"]", b"[NaN", deep.as_bytes()];
    for text in texts {
        server.list_text(text);
        let run = server.run();
        let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
        assert_eq!(run.code, Some(0), "{shown}");
        assert!(run.log.contains("cannot be read"), "{shown}: {}", run.log);
        assert!(run.log.len() < 2000, "{shown}: the log has {} bytes", run.log.len());
    }
    assert!(server.lines("runs").is_empty());
}

#[test]
fn an_entry_that_cannot_be_read_fails_alone() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    server.list(&value!([
        null, 7, "a", [], {}, {"id": null, "group": "tool"}, {"id": ["x"], "group": "tool"},
        {"id": "1", "group": "tool", "inputs": {"a": 1}, "outputs": 7, "options": []},
        {"id": "2", "group": "component", "inputs": [null, {"name": "deploy_action"}], "config": "x"},
        {"id": "3", "group": {"a": 1}},
        {"id": "4", "group": "tool", "inputs": [{"value": 1}, {"name": 1, "value": 2}]},
    ]));
    let run = server.run();
    assert_eq!(run.code, Some(0));
    assert_eq!(run.log.matches("cannot be read").count(), 7, "{}", run.log);
    assert_eq!(server.lines("runs").len(), 2);
    let signals = server.signals();
    let names: Vec<_> = signals.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1.json", "3.json", "4.json"]);
}

#[test]
fn a_hook_that_prints_a_gigabyte_is_cut() {
    let server = Server::new();
    server
        .hook("tool", "yes 0123456789 | head -c 1000000000; yes e | head -c 100000000 >&2; echo end; exit 3");
    server.list(&value!([{"id": "1", "group": "tool"}]));
    // Far less memory than the hook prints. glibc reserves 64 MB of addresses, which are part of the limit, for each thread with
    // an arena of its own.
    let ended = end(server.command_after("ulimit -v 100000", &[]).env("MALLOC_ARENA_MAX", "1"));
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let outputs = server.outputs("1").unwrap();
    let stdout = outputs["deploy_stdout"].as_str().unwrap();
    assert!(stdout.starts_with("[999000004 bytes before this were left out]\n"), "{}", &stdout[..60]);
    assert!(stdout.ends_with("end\n") && stdout.len() < 1_000_100);
    assert_eq!(outputs["deploy_status_code"], value!(3));
}

#[test]
fn a_report_that_is_too_long_is_a_failure() {
    let (_, outputs) =
        run_tool("echo '{\"deploy_status_code\": 4, \"a\": \"'; yes | head -c 20000000; echo '\"}'");
    assert_eq!(outputs["deploy_status_code"], value!(1));
    assert!(outputs["deploy_stderr"].as_str().unwrap().contains("too long"));
    // A long list that is valid is read.
    let (_, outputs) = run_tool(
        "printf '{\"a\": \"'; yes | head -c 5000000 | tr -d '\\n'; printf '\", \"deploy_status_code\": 4}'",
    );
    assert_eq!(outputs["deploy_status_code"], value!(4));
    assert_eq!(outputs["a"].as_str().unwrap().len(), 2_500_000);
}

#[test]
fn a_hook_that_hangs_is_stopped() {
    let check = |script: &str| {
        let server = Server::with_tool(script);
        let start = Instant::now();
        let ended = end(server.command(&[]).env("HEAT_CONFIG_TIMEOUT", "0.3"));
        assert!(start.elapsed() < Duration::from_secs(300), "{script}");
        assert!(ended.log.contains("[124]"), "{script}: {}", ended.log);
        let outputs = server.outputs("1").unwrap();
        assert_eq!(outputs["deploy_status_code"], value!(124), "{script}");
        assert!(outputs["deploy_stderr"].as_str().unwrap().contains("longer than 0.3 seconds"), "{script}");
    };
    // Each waits for itself.
    thread::scope(|scope| {
        for script in ["exec sleep 600", "sleep 600; exit 0", "trap '' TERM; sleep 600 & sleep 600"] {
            scope.spawn(move || check(script));
        }
    });
}

#[test]
fn a_hook_that_leaves_programs_behind_is_not_waited_for() {
    let start = Instant::now();
    let (server, outputs) = run_tool("sleep 600 & echo $! > $here/id; echo out; echo err >&2; exit 2");
    assert!(start.elapsed() < Duration::from_secs(300));
    // It is a service, which is still running.
    kill(&fs::read_to_string(server.path("id")).unwrap());
    let expect = value!({"deploy_stdout": "out\n", "deploy_stderr": "err\n", "deploy_status_code": 2});
    assert_eq!(outputs, expect);
}

#[test]
fn a_hook_that_is_killed_has_the_code_of_a_shell() {
    let (_, outputs) = run_tool("echo out; kill -9 $$");
    assert_eq!(outputs["deploy_status_code"], value!(137));
    assert_eq!(outputs["deploy_stdout"], value!("out\n"));
    assert_eq!(outputs["deploy_stderr"], value!("Killed by signal 9\n"));
}

#[test]
fn a_hook_that_reads_nothing_gets_a_large_config() {
    let server = Server::new();
    server.hook("tool", "exec <&-; echo '{\"a\": 1}'");
    server.list(&value!([{"id": "1", "group": "tool", "config": "x".repeat(3_000_000)}]));
    server.run();
    assert_eq!(server.outputs("1"), Some(value!({"a": 1})));
}

#[test]
fn output_that_is_no_text_is_made_text() {
    let (_, outputs) = run_tool("printf 'a\\377b\\000c'; printf '\\303' >&2");
    assert_eq!(outputs["deploy_stdout"], value!("a\u{fffd}b\0c"));
    assert_eq!(outputs["deploy_stderr"], value!("\u{fffd}"));
}

#[test]
fn a_hook_that_cannot_be_started_is_a_failure() {
    let server = Server::new();
    fs::write(server.path("hooks/tool"), "not executable").unwrap();
    server.list(&value!([{"id": "1", "group": "tool"}]));
    server.run();
    let outputs = server.outputs("1").unwrap();
    assert_eq!(outputs["deploy_status_code"], value!(1));
    assert!(outputs["deploy_stderr"].as_str().unwrap().contains("cannot be started"));
    assert_eq!(server.signals().len(), 1);
}

#[test]
fn identifiers_stay_in_their_folder() {
    let server = Server::new();
    server.hook("tool", "echo x >> $here/runs");
    let long = "x".repeat(5000);
    let ids = ["../../out", "/etc/x", "..", ".", "", "a/b", "a%2Fb", "a", "a.notify", "a\nb", &long];
    let list: Vec<Value> = ids.iter().map(|id| value!({"id": *id, "group": "tool"})).collect();
    server.list(&Value::from(list));
    server.run();
    server.run();
    assert_eq!(server.lines("runs").len(), ids.len());
    assert_eq!(server.signals().len(), ids.len());
    let names: Vec<_> =
        fs::read_dir(&server.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut names: Vec<_> = names.iter().map(|name| name.to_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["hooks", "list", "notifier", "runs", "signals", "state"]);
    assert_eq!(fs::read_dir(server.path("state")).unwrap().count(), 1);
    // Two files for each deployment.
    assert_eq!(fs::read_dir(server.path("state/deployed")).unwrap().count(), 2 * ids.len());
}

#[test]
fn groups_stay_in_their_folder() {
    let server = Server::new();
    server.program("evil", "echo x >> $here/evil.ran");
    server.program("hooks/sub/evil", "echo x >> $here/evil.ran");
    let groups = ["../evil", "sub/evil", "../../../../bin/sh", "..", "/", "", "."];
    let entry = |(id, group): (usize, &&str)| value!({"id": id.to_string(), "group": *group});
    server.list(&groups.iter().enumerate().map(entry).collect());
    server.run();
    assert!(server.lines("evil.ran").is_empty());
    let signals = server.signals();
    assert_eq!(signals.len(), groups.len());
    assert!(signals.iter().all(|(_, outputs)| outputs["deploy_status_code"] == value!(1)));
}

#[test]
fn nothing_is_started_if_it_cannot_be_remembered() {
    let server = Server::with_tool("echo x >&2");
    // A disk that is full: nothing can be written to a file.
    let full = end(&mut server.command_after("trap '' XFSZ; ulimit -f 0", &[]));
    assert_eq!(full.code, Some(0));
    assert!(full.log.contains("Config 1 is left to a later run"), "{}", full.log);
    assert!(server.config("1").is_none() && server.signals().is_empty());
    assert_eq!(fs::read_dir(server.path("state/deployed")).unwrap().count(), 0);
    server.run();
    assert_eq!(server.signals().len(), 1);
}

#[test]
fn a_result_that_cannot_be_kept_is_signalled() {
    let server = Server::with_tool("yes | head -c 100000; exit 3");
    // A disk that becomes full. The notifier of the test has to write the signal.
    server.program("notifier", "wc -c > /dev/stderr");
    let full = end(&mut server.command_after("trap '' XFSZ; ulimit -f 8", &[]));
    assert!(full.log.contains("The result of 1 cannot be kept"), "{}", full.log);
    assert!(!server.is_owed("1"));
    assert!(server.config("1").is_some() && server.outputs("1").is_none());
    // It was signalled: it is done.
    server.hook("tool", "echo x >> $here/runs");
    server.run();
    assert!(server.lines("runs").is_empty());
}

#[test]
fn a_built_in_hook_as_a_program_is_stopped_with_what_it_runs() {
    let server = Server::new();
    std::os::unix::fs::symlink(crate::server::PROGRAM, server.path("hooks/script")).unwrap();
    server.list(&value!([{"id": "1", "group": "script", "config": "echo $$ > ../../id; exec sleep 600"}]));
    end(server.command(&[]).env("HEAT_CONFIG_TIMEOUT", "2"));
    assert_eq!(server.outputs("1").unwrap()["deploy_status_code"], value!(124));
    let id = fs::read_to_string(server.path("id")).unwrap();
    assert!(!std::path::Path::new("/proc").join(id.trim()).exists());
}

#[test]
fn a_hook_that_is_stopped_can_clean_up() {
    let server = Server::with_tool("trap 'echo x > $here/cleaned; exit 0' TERM; sleep 600 & wait");
    end(server.command(&[]).env("HEAT_CONFIG_TIMEOUT", "0.5"));
    assert!(server.path("cleaned").exists());
    // A success that it reports afterwards does not change that.
    assert_eq!(server.outputs("1").unwrap()["deploy_status_code"], value!(124));
}

#[test]
fn nothing_from_outside_adds_lines_to_the_log() {
    let server = Server::new();
    server.list(&value!([{"id": "1\n2\u{1b}[1m", "group": "a\nb\r\u{7}"}]));
    let run = server.run();
    assert!(run.log.lines().all(|line| line.starts_with('[')), "{}", run.log);
    assert!(run.log.contains("There is no hook for the group a b"), "{}", run.log);
    assert!(!run.log.contains(['\r', '\u{7}', '\u{1b}']), "{}", run.log);
}

#[test]
fn a_folder_is_no_hook() {
    let server = Server::new();
    for name in ["tool", "script"] {
        fs::create_dir(server.path("hooks").join(name)).unwrap();
    }
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "script", "config": "exit 4"}]));
    server.run();
    assert_eq!(server.outputs("1").unwrap()["deploy_stderr"], value!("There is no hook for the group tool"));
    // The built-in hook signals it.
    assert_eq!(server.outputs("2").unwrap()["deploy_status_code"], value!(4));
}
