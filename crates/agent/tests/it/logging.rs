//! Levels of the log, and the texts of `--help`.

use heat_model::value;

use crate::server::{Server, end};

fn server() -> Server {
    let server = Server::new();
    server.hook("tool", "exit 3");
    server.list(&value!([{"id": "1", "group": "tool"}, {"id": "2", "group": "component", "config": {}}]));
    server
}

/// Returns the levels of the lines of a run, each once, from the least important one.
fn levels(arguments: &[&str], variable: Option<&str>) -> Vec<&'static str> {
    let server = server();
    let mut command = server.command(arguments);
    command.env_remove("HEAT_CONFIG_LOG_LEVEL").env_remove("JOURNAL_STREAM");
    if let Some(level) = variable {
        command.env("HEAT_CONFIG_LOG_LEVEL", level);
    }
    let run = end(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.log);
    // Deployments that are done are not logged one by one.
    let again = end(&mut command).log;
    assert!(!again.contains("WARNING] Skipping config"), "{again}");
    let log = run.log + &again;
    ["DEBUG", "INFO", "WARNING", "ERROR"]
        .into_iter()
        .filter(|level| log.contains(&format!("[{level}]")))
        .collect()
}

#[test]
fn lines_below_the_level_are_left_out() {
    let all = ["DEBUG", "INFO", "WARNING", "ERROR"];
    assert_eq!(levels(&["run"], None), all[1..]);
    assert_eq!(levels(&["run"], Some("")), all[1..]);
    assert_eq!(levels(&["run"], Some("debug")), all);
    assert_eq!(levels(&["run"], Some("ERROR")), all[3..]);
    assert_eq!(levels(&["--log-level", "warning", "run"], Some("debug")), all[2..]);
    assert_eq!(levels(&["run", "--log-level=debug"], None), all);
    // An invalid environment variable does not keep a service from its work.
    assert_eq!(levels(&["run"], Some("loud")), all[1..]);
}

#[test]
fn an_unknown_level_is_refused() {
    let server = server();
    for arguments in
        [&["run", "--log-level", "loud"][..], &["run", "--log-level"], &["--log-level=", "run", "now"]]
    {
        let run = end(&mut server.command(arguments));
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.log);
    }
    assert!(server.lines("runs").is_empty());
}

#[test]
fn the_journal_gets_priorities() {
    let server = server();
    server.hook("tool", "echo \"$JOURNAL_STREAM\" > $here/journal; exit 3");
    let run = end(server.command(&["run", "--log-level", "debug"]).env("JOURNAL_STREAM", "8:1"));
    let lines: Vec<&str> = run.log.lines().collect();
    for (start, part) in
        [("<7>Running ", "tool"), ("<3>Error running ", "[3]"), ("<4>Skipping group component", "")]
    {
        assert!(
            lines.iter().any(|line| line.starts_with(start) && line.contains(part)),
            "{start}: {}",
            run.log
        );
    }
    assert!(lines.iter().all(|line| line.starts_with('<')), "{}", run.log);
    // The output of a hook goes to the agent.
    assert_eq!(server.lines("journal"), [""]);
    let quiet = end(&mut server.command(&["run"]));
    assert!(quiet.log.lines().all(|line| line.starts_with('[')), "{}", quiet.log);
}

#[test]
fn each_command_has_a_help() {
    let server = Server::new();
    let mut commands =
        vec!["run", "hook", "notify", "rebuild-deployed", "status", "install", "uninstall", "migrate"];
    if cfg!(feature = "network") {
        commands.push("collect");
    }
    for command in commands {
        let usage = format!("Usage: heat-config {command}");
        for arguments in
            [&[command, "--help"][..], &[command, "-h"], &["help", command], &[command, "--help", "x"]]
        {
            let help = end(&mut server.command(arguments));
            assert_eq!(help.code, Some(0), "{arguments:?}: {}", help.log);
            assert!(help.stdout.contains(&usage), "{arguments:?}: {}", help.stdout);
        }
    }
    assert_eq!(end(&mut server.command(&["help", "fly"])).code, Some(2));
    assert!(end(&mut server.command(&["help"])).stdout.contains("  migrate "));
}
