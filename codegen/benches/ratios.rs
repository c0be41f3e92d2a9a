//! The tool's speed, as ratios to something on the same machine: absolute times differ from machine to machine.
//!
//! `cargo bench -p codegen` prints a table with the bound that each figure has. Figures are medians; what they are held
//! against is measured in turn with them.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints what it measured, and ends where it cannot"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const HEAT_CODEGEN: &str = env!("CARGO_BIN_EXE_heat-codegen");

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is not its business.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ratios");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the benchmark's folder can be made");
    whole_site(&schemas, &folder);
    check(&schemas);
    many_types(&schemas, &folder);
    _ = fs::remove_dir_all(&folder);
}

/// Building the site of the catalogue, against copying it.
fn whole_site(schemas: &Path, folder: &Path) {
    let (site, copy) = (folder.join("site"), folder.join("copy"));
    build(schemas, &site);
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..15 {
        times[0].push(build(schemas, &site));
        _ = fs::remove_dir_all(&copy);
        times[1].push(run(Command::new("cp").arg("-r").arg(&site).arg(&copy)));
    }
    let [build, copy] = times.map(median);
    row("site of 201 types", build, "`cp -r` of it", copy, 5.0);
    println!("{:<34} {:>8.1} ms   at most 150 ms", "", milliseconds(build));
}

/// Checking the catalogue, as a whole process.
fn check(schemas: &Path) {
    let times = (0..15).map(|_| run(Command::new(HEAT_CODEGEN).arg("check").arg("--schemas").arg(schemas)));
    let time = median(times.collect());
    println!("{:<34} {:>8.1} ms   at most 60 ms", "check of 201 types", milliseconds(time));
}

/// A hundred copies of the catalogue under new names, against one.
fn many_types(schemas: &Path, folder: &Path) {
    let many = folder.join("many");
    copies(schemas, &many, 100);
    let site = folder.join("many-site");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        times[0].push(build(&many, &site));
        times[1].push(median((0..5).map(|_| build(schemas, &folder.join("site"))).collect()));
    }
    let [large, small] = times.map(median);
    row("site of 20,100 types", large, "site of 201", small, 110.0);
    let memory = peak_memory(&many, &site);
    println!(
        "{:<34} {:>8} MB   at most 1,000 MB",
        "",
        memory.map_or("?".to_owned(), |kilobytes| (kilobytes / 1000).to_string())
    );
}

/// The catalogue so many times over, each copy's services under new names.
fn copies(schemas: &Path, out: &Path, count: usize) {
    for table in ["releases.yaml", "constraints.yaml"] {
        fs::create_dir_all(out).expect("the folder can be made");
        fs::copy(schemas.join(table), out.join(table)).expect("the table can be copied");
    }
    let files: Vec<(PathBuf, String)> = walkdir::WalkDir::new(schemas)
        .min_depth(2)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(schemas).expect("it is below").to_path_buf();
            (path, fs::read_to_string(entry.path()).expect("a schema can be read"))
        })
        .collect();
    for copy in 0..count {
        for (path, text) in &files {
            let mut parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let rest: PathBuf = parts.collect();
            let to = out.join(&first).join(format!("{second}{copy}")).join(rest);
            fs::create_dir_all(to.parent().expect("it has one")).expect("the folder can be made");
            let service = format!("{first}::{second}::");
            fs::write(to, text.replace(&service, &format!("{first}::{second}{copy}::")))
                .expect("it can be written");
        }
    }
}

fn build(schemas: &Path, out: &Path) -> Duration {
    run(Command::new(HEAT_CODEGEN).arg("build").arg("--schemas").arg(schemas).arg("--out").arg(out))
}

fn run(command: &mut Command) -> Duration {
    let start = Instant::now();
    let output = command.output().expect("the command can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    start.elapsed()
}

/// The largest memory that a build takes, in kilobytes, where GNU time can tell.
fn peak_memory(schemas: &Path, out: &Path) -> Option<u64> {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", HEAT_CODEGEN, "build", "--schemas"])
        .arg(schemas)
        .arg("--out")
        .arg(out)
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}

fn row(what: &str, time: Duration, to: &str, other: Duration, bound: f64) {
    let ratio = time.as_secs_f64() / other.as_secs_f64();
    println!("{what:<34} {ratio:>8.1} ×    {to}; at most {bound} ×");
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
