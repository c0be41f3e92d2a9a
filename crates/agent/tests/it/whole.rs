//! End-to-end tests: the program collects, runs hooks and signals, with a server on this machine in place of the cloud.

use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};

use heat_model::python::json_dumps;
use heat_model::{Value, json, value};

use crate::cloud::{Answer, Received, Server as Cloud};
use crate::machine::described;
use crate::server::{Ended, Server, Started, end, ended, start, wait_until};

const SECRET: &str = "correct-horse-battery";

/// A cloud with the metadata of the test, which answers signals with these status codes in order, then with 200.
struct Heat {
    cloud: Cloud,
    metadata: Arc<Mutex<Value>>,
}

impl Heat {
    fn new(statuses: &[u16]) -> Self {
        let metadata = Arc::new(Mutex::new(Value::Null));
        let given = Arc::clone(&metadata);
        let mut statuses = statuses.to_vec();
        statuses.reverse();
        let cloud = Cloud::start(move |request| match request.method.as_str() {
            "GET" => described(&json_dumps(&given.lock().unwrap())),
            _ => Answer::status(statuses.pop().unwrap_or(200)),
        });
        let heat = Self { cloud, metadata };
        heat.deploy(&[]);
        heat
    }

    /// Changes the metadata to these deployments, by their scripts.
    fn deploy(&self, scripts: &[(&str, &str)]) {
        let deployments: Vec<Value> = scripts
            .iter()
            .map(|(id, script)| {
                let url = self.cloud.url(&format!("/signal/{id}?Signature={SECRET}"));
                value!({"id": (*id), "name": (*id), "group": "script", "config": (*script), "inputs": [
                    {"name": "deploy_signal_id", "type": "String", "value": (url)},
                    {"name": "password", "type": "String", "value": SECRET}
                ]})
            })
            .collect();
        let cfn = value!({
            "metadata_url": (self.cloud.url("/v1/")), "access_key_id": "key", "secret_access_key": SECRET,
            "stack_name": "web", "path": "server.Metadata"
        });
        *self.metadata.lock().unwrap() = value!({
            "deployments": (deployments),
            "os-collect-config": {"collectors": ["cfn", "local"], "cfn": (cfn), "polling_interval": 0.2}
        });
    }

    /// Writes the boot data: the address of the metadata, and no deployments yet.
    fn boot(&self, server: &Server) {
        let mut boot = self.metadata.lock().unwrap().clone();
        boot.as_map_mut().unwrap().insert("deployments".to_owned(), value!([]));
        fs::write(server.path("boot.json"), json_dumps(&boot)).unwrap();
    }

    /// Returns the signals that were received: identifiers with outputs.
    fn signals(&self) -> Vec<(String, Value)> {
        let signal = |request: &Received| {
            let id = request.target.split(['/', '?']).nth(2).unwrap().to_owned();
            (id, json::parse(&request.body).unwrap())
        };
        self.cloud.requests().iter().filter(|request| request.method == "POST").map(signal).collect()
    }

    fn signalled(&self) -> Vec<String> {
        self.signals().into_iter().map(|(id, _)| id).collect()
    }
}

/// Starts a server whose boot data name a cloud that answers signals with these status codes.
fn booted(statuses: &[u16]) -> (Server, Heat) {
    let (server, heat) = (Server::new(), Heat::new(statuses));
    heat.boot(&server);
    (server, heat)
}

/// Returns the command with all folders in the scratch folder, and without a program that signals.
fn collect(server: &Server, arguments: &[&str]) -> Command {
    let path = |name: &str| server.path(name).to_str().unwrap().to_owned();
    let (boot, cache, backup, local) = (path("boot.json"), path("cache"), path("backup"), path("local"));
    let config = path("occ.conf");
    if !server.path("occ.conf").exists() {
        let text = format!(
            "[DEFAULT]\ncollectors = heat_local\ncachedir = {cache}\nbackup_cachedir = {backup}\n\
             min_polling_interval = 0.1\n[heat_local]\npath = {boot}\n[local]\npath = {local}\n"
        );
        fs::write(&config, text).unwrap();
    }
    let mut all = vec!["collect", "--config-file", &config];
    all.extend(arguments);
    let mut command = server.stoppable(&all);
    command.env_remove("HEAT_CONFIG_NOTIFY");
    command
}

fn collect_once(server: &Server) -> Ended {
    end(&mut collect(server, &["--one-time"]))
}

/// Ends a process that polls forever.
fn stop(mut child: Started) -> Ended {
    child.kill().unwrap();
    ended(child)
}

#[test]
fn from_the_boot_to_the_signal() {
    let (server, heat) = booted(&[]);
    heat.deploy(&[("1", "echo $password; echo done; exit 3"), ("2", "echo second")]);
    let first = collect_once(&server);
    assert_eq!(first.code, Some(0), "{}", first.log);
    let outputs = [
        value!({"deploy_stdout": (format!("{SECRET}\ndone\n")), "deploy_stderr": "", "deploy_status_code": 3}),
        value!({"deploy_stdout": "second\n", "deploy_stderr": "", "deploy_status_code": 0}),
    ];
    let signals = heat.signals();
    assert_eq!(heat.signalled(), ["1", "2"]);
    assert!(
        signals.iter().zip(&outputs).all(|((_, signal), outputs)| signal.python_eq(outputs)),
        "{signals:?}"
    );
    assert!(!server.is_owed("1") && !server.is_owed("2"));
    assert!(!first.log.contains(SECRET), "{}", first.log);
    // Everything is done.
    collect_once(&server);
    assert_eq!(heat.signals().len(), 2);
}

#[test]
fn a_refused_signal_is_repeated_by_the_next_run_and_the_hook_is_not() {
    let (server, heat) = booted(&[403]);
    heat.deploy(&[("1", "echo run >> $HOME/runs")]);
    let run = || end(collect(&server, &["--one-time"]).env("HOME", &server.folder));
    let first = run();
    assert_eq!(first.code, Some(0));
    assert!(server.is_owed("1"));
    assert!(first.log.contains("answered 403 Forbidden") && !first.log.contains(SECRET), "{}", first.log);
    run();
    assert!(!server.is_owed("1"));
    assert_eq!(heat.signalled(), ["1", "1"]);
    assert_eq!(server.lines("runs"), ["run"]);
}

#[test]
fn polling_repeats_signals_and_follows_the_metadata() {
    let (server, heat) = booted(&[403, 404]);
    heat.deploy(&[("1", "true")]);
    let child = start(&mut collect(&server, &[]));
    wait_until("the signal was accepted", || heat.signals().len() == 3 && !server.is_owed("1"));
    heat.deploy(&[("1", "true"), ("2", "echo new")]);
    wait_until("the next deployment is signalled", || heat.signalled() == ["1", "1", "1", "2"]);
    // Otherwise it would be signalled again: Heat may not have got it.
    wait_until("its signal is remembered", || !server.is_owed("2"));
    let run = stop(child);
    assert!(!run.log.contains(SECRET), "{}", run.log);
    // After a power cut, it continues from the cache.
    fs::remove_file(server.path("boot.json")).unwrap();
    heat.deploy(&[("2", "echo new"), ("3", "echo newer")]);
    let child = start(&mut collect(&server, &[]));
    wait_until("the third one is signalled", || heat.signals().len() == 5);
    stop(child);
    assert_eq!(heat.signalled(), ["1", "1", "1", "2", "3"]);
}

#[test]
fn a_hangup_ends_the_pause_and_not_the_program() {
    let (server, heat) = booted(&[]);
    heat.deploy(&[("1", "true")]);
    let child =
        start(&mut collect(&server, &["--min-polling-interval", "3600", "--polling-interval", "3600"]));
    wait_until("the first one is done", || heat.signals().len() == 1 && !server.is_owed("1"));
    heat.deploy(&[("1", "true"), ("2", "true")]);
    // Repeated, because the first one may arrive before the pause begins.
    wait_until("the second one is signalled", || {
        let status = Command::new("kill").args(["-HUP", &child.id().to_string()]).status();
        assert!(status.unwrap().success());
        heat.signals().len() == 2
    });
    assert!(stop(child).log.contains("SIGHUP: collecting now"));
    assert_eq!(heat.signalled(), ["1", "2"]);
}

#[test]
fn the_program_for_signals_is_still_used() {
    let (server, heat) = booted(&[]);
    heat.deploy(&[("1", "true")]);
    let mut command = collect(&server, &["--one-time"]);
    command.env("HEAT_CONFIG_NOTIFY", server.path("notifier"));
    assert_eq!(end(&mut command).code, Some(0));
    assert_eq!((heat.signals().len(), server.signals().len()), (0, 1));
}

#[test]
fn a_command_takes_the_place_of_the_hooks() {
    let (server, heat) = booted(&[]);
    heat.deploy(&[("1", "true")]);
    let run = end(&mut collect(&server, &["--one-time", "-c", "echo $OS_CONFIG_FILES; exit 4"]));
    let files = format!("{}\n", server.path("cache/cfn.json").display());
    assert_eq!((run.code, run.stdout), (Some(4), files));
    assert_eq!(heat.signals(), vec![]);
    // It has failed, so that it is repeated although nothing has changed.
    let run = end(&mut collect(&server, &["--one-time", "-c", "exit 0"]));
    assert_eq!(run.code, Some(0));
    assert!(server.path("cache/cfn.json.last").exists());
}

#[test]
fn what_is_printed_is_json() {
    let (server, heat) = booted(&[]);
    let run = end(&mut collect(&server, &["--print"]));
    let printed = json::parse(&run.stdout).unwrap();
    assert!(printed.get("cfn").unwrap().python_eq(&heat.metadata.lock().unwrap()), "{}", run.stdout);
    assert!(!server.path("cache").exists());
    let run = end(&mut collect(&server, &["--print-cachedir"]));
    assert_eq!(run.stdout, format!("{}\n", server.path("cache").display()));
}

#[test]
fn wrong_arguments_are_refused() {
    let server = Server::new();
    let run = end(&mut collect(&server, &["--docker-url", "x"]));
    assert_eq!(run.code, Some(2));
    assert!(run.log.starts_with("error: `collect` has no option `--docker-url`\n"), "{}", run.log);
}

#[test]
fn the_notifier_signals_by_itself() {
    let (server, heat) = (Server::new(), Heat::new(&[403]));
    let url = heat.cloud.url(&format!("/signal/1?Signature={SECRET}"));
    let config = value!({"inputs": [{"name": "deploy_signal_id", "value": (url)}]});
    fs::write(server.path("config.json"), json_dumps(&config)).unwrap();
    let notify = |outputs: &str| {
        let shell = format!("echo '{outputs}' > input; exec < input");
        let mut command =
            server.command_after(&shell, &["notify", server.path("config.json").to_str().unwrap()]);
        end(command.env_remove("HEAT_CONFIG_NOTIFY"))
    };
    let refused = notify(r#"{"deploy_status_code": 1}"#);
    assert_eq!(refused.code, Some(1));
    assert!(refused.log.contains("answered 403") && !refused.log.contains(SECRET), "{}", refused.log);
    assert_eq!(notify(r#"{"deploy_status_code": 2}"#).code, Some(0));
    let codes: Vec<_> =
        heat.signals().iter().map(|(_, signal)| signal["deploy_status_code"].as_i64()).collect();
    assert_eq!(codes, [Some(1), Some(2)]);
}

#[test]
fn the_proxy_of_the_environment_is_used() {
    let server = Server::new();
    let proxy = Cloud::with([Answer::status(403)]);
    let cfn = value!({
        "metadata_url": "http://heat.example:8000/v1/", "access_key_id": "key", "secret_access_key": SECRET,
        "stack_name": "web", "path": "server.Metadata"
    });
    let boot = value!({"os-collect-config": {"collectors": ["cfn"], "cfn": (cfn)}});
    fs::write(server.path("boot.json"), json_dumps(&boot)).unwrap();
    let mut command = collect(&server, &["--one-time"]);
    let run = end(command.env("http_proxy", proxy.url("")).env("no_proxy", "other.example"));
    assert_eq!(proxy.lines(), ["CONNECT heat.example:8000"]);
    let expect = "cfn: http://heat.example:8000: the proxy refused the connection\n";
    assert!(run.log.contains(expect) && !run.log.contains(SECRET), "{}", run.log);
    // No deployment is known.
    assert_eq!((run.code, server.path("list").exists()), (Some(0), false));
}

#[test]
fn what_could_not_be_started_is_started_by_the_next_poll() {
    let (server, heat) = booted(&[]);
    heat.deploy(&[("1", "true")]);
    // A folder at the path where the state of the deployment has to be written.
    let obstacle = server.path("state/deployed/1.owed/x");
    fs::create_dir_all(&obstacle).unwrap();
    let child = start(&mut collect(&server, &[]));
    wait_until("the metadata are kept", || server.path("cache/cfn.json.orig").exists());
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(heat.signals(), vec![]);
    fs::remove_dir_all(obstacle.parent().unwrap()).unwrap();
    wait_until("it is signalled", || heat.signalled() == ["1"]);
    stop(child);

    // The whole folder.
    fs::remove_dir_all(server.path("state")).unwrap();
    fs::write(server.path("state"), "").unwrap();
    let failed = collect_once(&server);
    assert_eq!(failed.code, Some(1), "{}", failed.log);
    fs::remove_file(server.path("state")).unwrap();
    assert_eq!(collect_once(&server).code, Some(0));
    assert_eq!(heat.signalled(), ["1", "1"]);
}
