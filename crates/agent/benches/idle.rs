//! A run with nothing to do, compared with that of the Python program.
//!
//! `HEAT_AGENTS=CHECKOUT cargo bench -p heat-config` prints the ratio, where CHECKOUT is a clone of the heat-agents repository, and
//! `python3` (or `PYTHON`) has PyYAML. Without the variable, it prints only the time of this program.

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

const DEPLOYMENTS: usize = 10;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("idle-{}", std::process::id()));
    let deployed = folder.join("deployed");
    fs::create_dir_all(&deployed).unwrap();
    let deployments = (0..DEPLOYMENTS).map(|id| {
        let inputs: Vec<Value> = (0..15)
            .map(
                |input| value!({"name": format!("input_{input}"), "type": "String", "value": "x".repeat(50)}),
            )
            .collect();
        fs::write(deployed.join(format!("{id}.json")), "{}").unwrap();
        value!({
            "id": id.to_string(), "name": "bench", "group": "script", "inputs": inputs,
            "config": "echo a line of a script\n".repeat(100), "outputs": [], "options": {},
        })
    });
    fs::write(folder.join("list"), json_dumps(&deployments.collect())).unwrap();

    let mut ours = command(Command::new(env!("CARGO_BIN_EXE_heat-config")), &folder);
    let Some(checkout) = std::env::var_os("HEAT_AGENTS") else {
        println!("heat-config: {:.2} ms", milliseconds(median((0..200).map(|_| time(&mut ours)).collect())));
        fs::remove_dir_all(&folder).unwrap();
        return;
    };
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(&checkout).join("heat-config/os-refresh-config/configure.d/55-heat-config");
    let mut theirs = Command::new(python);
    theirs.arg(script);
    let mut theirs = command(theirs, &folder);
    // In turns: what else the machine does is the same for both.
    let (mut of_ours, mut of_theirs) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        of_ours.extend((0..10).map(|_| time(&mut ours)));
        of_theirs.push(time(&mut theirs));
    }
    let (ours, theirs) = (median(of_ours), median(of_theirs));
    println!("heat-config: {:.2} ms", milliseconds(ours));
    println!("55-heat-config: {:.2} ms", milliseconds(theirs));
    println!("ratio: {:.1}", theirs.as_secs_f64() / ours.as_secs_f64());
    fs::remove_dir_all(&folder).unwrap();
}

/// The command with its folders, and without output.
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
