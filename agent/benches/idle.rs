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

    let ours = median(&mut Command::new(env!("CARGO_BIN_EXE_heat-config")), &folder, 200);
    println!("heat-config: {:.2} ms", milliseconds(ours));
    if let Some(checkout) = std::env::var_os("HEAT_AGENTS") {
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let script = Path::new(&checkout).join("heat-config/os-refresh-config/configure.d/55-heat-config");
        let theirs = median(Command::new(python).arg(script), &folder, 20);
        println!("55-heat-config: {:.2} ms", milliseconds(theirs));
        println!("ratio: {:.1}", theirs.as_secs_f64() / ours.as_secs_f64());
    }
    fs::remove_dir_all(&folder).unwrap();
}

fn median(command: &mut Command, folder: &Path, times: usize) -> Duration {
    for (name, path) in
        [("HEAT_SHELL_CONFIG", "list"), ("HEAT_CONFIG_DEPLOYED", "deployed"), ("HEAT_CONFIG_HOOKS", "hooks")]
    {
        command.env(name, folder.join(path));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut measured: Vec<Duration> = (0..times)
        .map(|_| {
            let start = Instant::now();
            assert!(command.status().unwrap().success(), "{command:?}");
            start.elapsed()
        })
        .collect();
    measured.sort_unstable();
    measured[times / 2]
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e6
}
