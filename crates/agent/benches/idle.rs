//! Time of a run with nothing to do, compared with the Python program.
//!
//! `HEAT_AGENTS=CHECKOUT cargo bench -p heat-config` prints the ratio for lists of several lengths, where CHECKOUT is a clone of
//! the heat-agents repository, and `python3` (or `PYTHON`) has PyYAML. Without the variable, it prints only the time of this
//! program.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark prints, and may panic"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use heat_model::python::json_dumps;
use heat_model::{Value, value};

/// Numbers of deployments in the list, all of which are done.
const LENGTHS: [usize; 4] = [10, 50, 200, 1000];

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("idle-{}", std::process::id()));
    for length in LENGTHS {
        prepare(&folder, length);
        measure(&folder, length);
        fs::remove_dir_all(&folder).unwrap();
    }
}

/// Writes a list of deployments, each with a script and the inputs that Heat adds, and their state.
fn prepare(folder: &Path, length: usize) {
    let deployed = folder.join("deployed");
    fs::create_dir_all(&deployed).unwrap();
    let deployments = (0..length).map(|id| {
        let inputs: Vec<Value> = (0..15)
            .map(
                |input| value!({"name": format!("input_{input}"), "type": "String", "value": "x".repeat(50)}),
            )
            .collect();
        for name in [format!("{id}.json"), format!("{id}.notify.json")] {
            fs::write(deployed.join(name), "{}").unwrap();
        }
        value!({
            "id": id.to_string(), "name": "bench", "group": "script", "inputs": inputs,
            "config": "echo a line of a script\n".repeat(100), "outputs": [], "options": {},
        })
    });
    fs::write(folder.join("list"), json_dumps(&deployments.collect())).unwrap();
}

fn measure(folder: &Path, length: usize) {
    let mut ours = command(Command::new(env!("CARGO_BIN_EXE_heat-config")), folder);
    let Some(checkout) = std::env::var_os("HEAT_AGENTS") else {
        let median = median((0..200).map(|_| time(&mut ours)).collect());
        return println!("{length} deployments: heat-config {:.2} ms", milliseconds(median));
    };
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(&checkout).join("heat-config/os-refresh-config/configure.d/55-heat-config");
    let mut theirs = Command::new(python);
    theirs.arg(script);
    let mut theirs = command(theirs, folder);
    // In turns: other load on the machine affects both alike.
    let (mut of_ours, mut of_theirs) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        of_ours.extend((0..10).map(|_| time(&mut ours)));
        of_theirs.push(time(&mut theirs));
    }
    let (ours, theirs) = (median(of_ours), median(of_theirs));
    println!(
        "{length} deployments: heat-config {:.2} ms, 55-heat-config {:.2} ms, ratio {:.1}",
        milliseconds(ours),
        milliseconds(theirs),
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}

/// Returns the command with its folders, and without output.
fn command(mut command: Command, folder: &Path) -> Command {
    for (name, path) in
        [("HEAT_SHELL_CONFIG", "list"), ("HEAT_CONFIG_DEPLOYED", "deployed"), ("HEAT_CONFIG_HOOKS", "hooks")]
    {
        command.env(name, folder.join(path));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    assert!(command.status().unwrap().success(), "{command:?}");
    start.elapsed()
}

fn median(mut measured: Vec<Duration>) -> Duration {
    measured.sort_unstable();
    measured[measured.len() / 2]
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e6
}
