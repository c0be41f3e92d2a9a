//! Polling: changes of settings, the order in which changes are applied, and recovery from errors.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Duration;

use heat_config::collect::{Apply, ApplyOutcome, Collector, PollMode, Settings};
use heat_deployments::log::Log;

use crate::cloud::{Answer, Server};
use crate::machine::{LIST, Machine, WRITTEN, account, cfn, described, keystone};
use crate::server::mode;

/// Records its calls, and returns the results that the test has set.
#[derive(Default)]
struct Recorder {
    calls: Vec<Vec<PathBuf>>,
    results: Vec<ApplyOutcome>,
    is_waiting: bool,
}

impl Apply for Recorder {
    fn apply(&mut self, files: &[PathBuf], _: &Settings, _: &mut dyn Log) -> ApplyOutcome {
        self.calls.push(files.to_vec());
        self.results.pop().unwrap_or(ApplyOutcome::Done)
    }

    fn is_waiting(&self) -> bool {
        self.is_waiting
    }
}

/// Collects until this many pauses were made.
fn collect_for(
    collector: &mut Collector,
    recorder: &mut Recorder,
    log: &mut dyn Log,
    polls: usize,
) -> Vec<u64> {
    let pauses = RefCell::new(Vec::new());
    let stop = std::panic::AssertUnwindSafe(|| {
        let mut sleep = |pause: Duration| {
            pauses.borrow_mut().push(pause.as_secs());
            if pauses.borrow().len() == polls {
                std::panic::resume_unwind(Box::new("enough"));
            }
        };
        collector.collect(PollMode::Forever, recorder, &mut sleep, log)
    });
    assert!(std::panic::catch_unwind(stop).is_err());
    pauses.into_inner()
}

#[test]
fn whatever_a_server_answers_polling_goes_on() {
    let mut machine = Machine::new("hostile");
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let bad = vec![
        Answer::status(500),
        Answer::status(403),
        Answer::Raw(b"\xff\xfe\0".to_vec()),
        Answer::Raw(Vec::new()),
        Answer::redirect(302, "http://evil.example/v1/"),
        Answer::Reply(302, vec![], String::new()),
        Answer::ok(""),
        Answer::ok("<html>"),
        Answer::ok("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"),
        Answer::Raw(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xff\xff".to_vec()),
        described(""),
        described("secret"),
        described("[1]"),
        described("null"),
        described(&deep),
    ];
    let count = bad.len();
    let answers = [described(LIST)].into_iter().chain(bad).chain([described(&LIST.replace("echo", "date"))]);
    let server = Server::with(answers);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    for _ in 0..=count {
        collector.poll(&mut machine.log);
        assert_eq!(machine.read("run/list"), WRITTEN);
    }
    let problems: Vec<String> = machine.problems().into_iter().map(str::to_owned).collect();
    assert!(problems.len() > count / 2, "{problems:#?}");
    assert!(
        problems.iter().all(|line| line.starts_with("cfn: ") && !line.contains("secret")),
        "{problems:#?}"
    );
    let poll = collector.poll(&mut machine.log);
    assert_eq!(poll.changed, ["cfn"]);
    assert_eq!(machine.log.last().unwrap().1, "cfn: available again");
    assert_eq!(machine.read("run/list"), WRITTEN.replace("echo", "date"));
}

#[test]
fn strange_metadata_leave_the_list_as_it_is() {
    let mut machine = Machine::new("strange");
    let strange =
        [r#"{"deployments": {"a": 1}}"#, r#"{"deployments": null}"#, r#"{"deployments": "x"}"#, "{}"];
    let strange = strange.into_iter().chain([r#"{"os-collect-config": [1], "deployments": 1}"#]);
    let server = Server::with([LIST].into_iter().chain(strange).map(described));
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    for _ in 0..6 {
        collector.poll(&mut machine.log);
        assert_eq!(machine.read("run/list"), WRITTEN);
    }
    assert!(machine.problems().contains(&"metadata: the deployments are a string instead of a list"));
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let mut machine = Machine::new("silent");
    let server = Server::with([Answer::Silence, described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &format!("{}timeout = 0.2\n", cfn(&server.url("/v1/"))));
    collector.poll(&mut machine.log);
    assert_eq!(machine.problems(), [format!("cfn: {}: no complete answer in time", server.url(""))]);
    collector.poll(&mut machine.log);
    assert_eq!(machine.read("run/list"), WRITTEN);
}

#[test]
fn pauses_grow_until_something_changes() {
    let mut machine = Machine::new("pauses");
    let changed = LIST.replace("echo", "date");
    let mut answers = vec![described(LIST); 8];
    answers.push(described(&changed));
    let server = Server::with(answers);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let pauses = RefCell::new(Vec::new());
    let stop = std::panic::AssertUnwindSafe(|| {
        collector.collect(
            PollMode::Forever,
            &mut Recorder::default(),
            &mut |pause: Duration| {
                pauses.borrow_mut().push(pause.as_secs());
                if pauses.borrow().len() == 11 {
                    std::panic::resume_unwind(Box::new("enough"));
                }
            },
            &mut machine.log,
        )
    });
    assert!(std::panic::catch_unwind(stop).is_err());
    assert_eq!(pauses.into_inner(), [1, 2, 4, 8, 16, 30, 30, 30, 1, 2, 4]);
}

#[test]
fn what_was_not_applied_is_applied_again_with_growing_pauses() {
    let mut machine = Machine::new("failed");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { results: vec![ApplyOutcome::Failed(3); 3], ..Recorder::default() };
    let pauses = collect_for(&mut collector, &mut recorder, &mut machine.log, 6);
    assert_eq!((recorder.calls.len(), pauses), (4, vec![1, 2, 4, 1, 2, 4]));
    assert_eq!(machine.read("cache/cfn.json.last"), machine.read("cache/cfn.json"));
}

#[test]
fn signals_that_are_owed_are_tried_at_each_poll() {
    let mut machine = Machine::new("owed");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { is_waiting: true, ..Recorder::default() };
    let pauses = collect_for(&mut collector, &mut recorder, &mut machine.log, 4);
    assert_eq!((recorder.calls.len(), pauses), (4, vec![1, 2, 4, 8]));
}

#[test]
fn one_time_returns_the_exit_code() {
    let mut machine = Machine::new("once");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { results: vec![ApplyOutcome::Failed(7)], ..Recorder::default() };
    let code = collector.collect(PollMode::Once, &mut recorder, &mut |_| panic!("a pause"), &mut machine.log);
    assert_eq!(code, 7);
    assert!(!machine.path("cache/cfn.json.last").exists());
}

#[test]
fn settings_are_read_again_from_their_file() {
    let mut machine = Machine::new("settings");
    let (one, other) = (Server::with([described(LIST)]), Server::with([described(LIST)]));
    let mut collector = machine.collector(&["cfn"], &cfn(&one.url("/v1/")));
    collector.poll(&mut machine.log);
    machine.write(
        "occ.conf",
        &format!("[DEFAULT]\ncollectors = cfn\ncollectors = docker\n{}", cfn(&other.url("/v1/"))),
    );
    collector.poll(&mut machine.log);
    collector.poll(&mut machine.log);
    assert_eq!((one.requests().len(), other.requests().len()), (1, 2));
    assert_eq!(machine.problems(), ["settings: there is no collector `docker`"]);
}

#[test]
fn printing_keeps_nothing() {
    let mut machine = Machine::new("print");
    let server = Server::with([described(r#"{"a": [1], "ü": {}}"#)]);
    let mut collector = machine.collector(&["cfn", "heat_local"], &cfn(&server.url("/v1/")));
    let text = collector.print(&mut machine.log);
    assert_eq!(text, "{\n \"cfn\": {\n  \"a\": [\n   1\n  ],\n  \"\\u00fc\": {}\n }\n}");
    assert!(!machine.path("cache").exists() && !machine.path("run").exists());
}

#[test]
fn a_full_disk_does_not_stop_polling() {
    let mut machine = Machine::new("full");
    // Files where folders should be: nothing can be written.
    machine.write("cache", "");
    machine.write("run", "");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let poll = collector.poll(&mut machine.log);
    assert!(poll.changed.is_empty());
    let problems = machine.problems();
    assert!(problems.iter().any(|line| line.starts_with("cfn: cannot be kept in the cache")), "{problems:?}");
    assert!(
        problems.iter().any(|line| line.starts_with("the list of deployments cannot be written")),
        "{problems:?}"
    );
    fs::remove_file(machine.path("cache")).unwrap();
    fs::remove_file(machine.path("run")).unwrap();
    assert_eq!(collector.poll(&mut machine.log).changed, ["cfn"]);
    assert_eq!(machine.read("run/list"), WRITTEN);
}

#[test]
fn the_boot_leads_to_the_source_that_heat_prepared() {
    let mut machine = Machine::new("boot");
    let server = Server::with([described(LIST)]);
    let boot = format!(
        r#"{{"os-collect-config": {{"collectors": ["cfn", "local"], "cfn": {{"metadata_url": "{}",
            "access_key_id": "key", "secret_access_key": "secret", "stack_name": "web", "path": "server.Metadata"}}}},
            "deployments": []}}"#,
        server.url("/v1/")
    );
    machine.write("boot.json", &boot);
    let mut collector = machine.collector(&["heat_local", "cfn", "heat", "request", "local", "zaqar"], "");
    let mut recorder = Recorder::default();
    let code = collector.collect(PollMode::Once, &mut recorder, &mut |_| panic!("a pause"), &mut machine.log);
    assert_eq!((code, recorder.calls), (0, vec![vec![machine.path("cache/cfn.json")]]));
    assert_eq!(machine.read("run/list"), WRITTEN);
    assert_eq!(machine.read("cache/cfn.json.last"), machine.read("cache/cfn.json"));
    assert_eq!(machine.problems(), Vec::<&str>::new());

    // Without the data of the boot, another process continues from the cache. But this metadata names no settings.
    fs::remove_file(machine.path("boot.json")).unwrap();
    let mut collector = machine.collector(&["heat_local", "cfn"], "");
    collector.collect(PollMode::Once, &mut Recorder::default(), &mut |_| {}, &mut machine.log);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn settings_are_taken_over_from_the_cache() {
    let mut machine = Machine::new("restart");
    let server = Server::start(|request| {
        let here = format!("http://{}/v1/", request.header("host").unwrap());
        described(&format!(
            r#"{{"os-collect-config": {{"collectors": ["cfn"], "cfn": {{"metadata_url": "{here}", "access_key_id": "key",
                "secret_access_key": "secret", "stack_name": "web", "path": "server.Metadata"}}}}, "deployments": []}}"#
        ))
    });
    machine.collector(&["cfn"], &cfn(&server.url("/v1/"))).poll(&mut machine.log);
    let mut collector = machine.collector(&["heat_local"], "");
    let mut recorder = Recorder::default();
    collector.collect(PollMode::Once, &mut recorder, &mut |_| {}, &mut machine.log);
    assert!(server.lines().last().unwrap().contains("AWSAccessKeyId=key&"), "{:?}", server.lines());
    assert_eq!(recorder.calls, [[machine.path("cache/cfn.json")]]);
}

#[test]
fn heat_turns_off_a_transport_and_names_another() {
    let mut machine = Machine::new("transport");
    let other = Server::with([Answer::Reply(200, vec![], LIST.to_owned())]);
    let metadata = format!(
        r#"{{"os-collect-config": {{"collectors": ["request"], "cfn": {{"metadata_url": null, "path": null}},
            "request": {{"metadata_url": "{}"}}}}, "deployments": [{{"id": "old", "name": "old"}}]}}"#,
        other.url("/object?temp_url_sig=secret")
    );
    let first = Server::with([described(&metadata)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&first.url("/v1/")));
    let code = collector.collect(PollMode::Once, &mut Recorder::default(), &mut |_| {}, &mut machine.log);
    assert_eq!(code, 0);
    assert_eq!(other.lines(), ["GET /object?temp_url_sig=secret"]);
    assert_eq!(machine.read("run/list"), WRITTEN);
    collector.poll(&mut machine.log);
    assert_eq!((first.requests().len(), other.requests().len()), (1, 2));
}

#[test]
fn the_list_is_written_only_if_it_changed() {
    let mut machine = Machine::new("unchanged");
    let other = LIST.replace("echo", "date");
    let server = Server::with([described(LIST), described(LIST), described(&other)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    collector.poll(&mut machine.log);
    let inode = |machine: &Machine| {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(machine.path("run/list")).unwrap())
    };
    let first = inode(&machine);
    collector.poll(&mut machine.log);
    assert_eq!(inode(&machine), first);
    // Somebody made it readable.
    fs::set_permissions(machine.path("run/list"), fs::Permissions::from_mode(0o644)).unwrap();
    collector.poll(&mut machine.log);
    assert_ne!(inode(&machine), first);
    assert_eq!(mode(&machine.path("run/list")), 0o600);
    assert_eq!(machine.read("run/list"), WRITTEN.replace("echo", "date"));
}

#[test]
fn messages_stay_in_the_queue_until_they_are_kept() {
    let mut machine = Machine::new("unkept");
    machine.write("cache", "");
    let server = keystone(|request| match request.method.as_str() {
        "GET" => Answer::ok(format!(r#"{{"messages": [{{"id": "1", "body": {LIST}}}]}}"#)),
        _ => Answer::status(204),
    });
    let options = format!("{}queue_id = q\n", account("zaqar", &server));
    let mut collector = machine.collector(&["zaqar"], &options);
    let deleted = || server.lines().iter().filter(|line| line.starts_with("DELETE")).count();
    collector.poll(&mut machine.log);
    assert_eq!(deleted(), 0);
    fs::remove_file(machine.path("cache")).unwrap();
    collector.poll(&mut machine.log);
    assert_eq!((deleted(), machine.read("run/list")), (1, WRITTEN.to_owned()));
}

#[test]
fn what_is_not_configured_is_said_once() {
    let mut machine = Machine::new("missing");
    let mut collector = machine.collector(&["heat_local", "cfn", "heat", "request", "local", "zaqar"], "");
    for _ in 0..3 {
        collector.poll(&mut machine.log);
    }
    let lines: Vec<_> = machine.log.iter().map(|(_, line)| line.as_str()).collect();
    let expect = [
        "heat_local: not configured (a file with boot data)",
        "cfn: not configured (metadata_url)",
        "heat: not configured (auth_url)",
        "request: not configured (metadata_url)",
        "local: not configured (a folder with files)",
        "zaqar: not configured (auth_url)",
    ];
    assert_eq!(lines, expect);
}
