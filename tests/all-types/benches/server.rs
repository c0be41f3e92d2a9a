//! Reading one server's properties (validated, translated, into the typed struct), compared with Heat on the same machine.
//!
//! `cargo bench -p all-types` prints the figure with its bound. If `HEAT_PYTHON` names a Python in which Heat is installed, the
//! same data are also read by Heat in between, and the ratio is printed.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints what it measured, and ends where it cannot"
)]

use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use all_types::os_nova_server::Properties;
use heat_plugin::constraints::ConstraintRegistry;
use heat_plugin::resolve::IdentityResolver;
use heat_plugin::{Context, json};

/// A server with two networks, two volumes and metadata, as in real templates.
const DATA: &str = include_str!("server.json");

/// The constraints of a server's properties that query a cloud, which answers immediately here.
const CLOUD: [&str; 9] = [
    "cinder.backup",
    "cinder.snapshot",
    "cinder.volume",
    "glance.image",
    "neutron.network",
    "neutron.port",
    "neutron.subnet",
    "nova.flavor",
    "nova.keypair",
];

#[expect(clippy::disallowed_methods, reason = "the data are read as a plug-in reads them")]
fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    let measures = env::args().any(|argument| argument == "--bench");
    let data = json::parse(DATA).expect("the data are JSON");
    let constraints = ConstraintRegistry::at(std::time::SystemTime::now()).accept(CLOUD);
    let context = Context::new(&constraints).with_resolver(&IdentityResolver);
    let read = || Properties::from_value_with(black_box(&data), &context).expect("the data are valid");
    assert_eq!(read().networks.as_ref().map(Vec::len), Some(2));
    if !measures {
        return;
    }
    let heat = env::var("HEAT_PYTHON").ok();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        ours.push(time(20_000, || drop(black_box(read()))));
        theirs.extend(heat.as_deref().map(heat_reads));
    }
    let ours = median(ours);
    println!("one OS::Nova::Server, read       {:>7.2} µs   at most 6 µs", microseconds(ours));
    let text =
        median((0..5).map(|_| time(20_000, || drop(black_box(black_box(&data).to_string())))).collect());
    let ratio = microseconds(ours) / microseconds(text);
    println!("{:<32} {ratio:>7.2} ×    writing the same data as text", "");
    if heat.is_some() {
        let theirs = median(theirs);
        let ratio = microseconds(theirs) / microseconds(ours);
        println!("{:<32} {ratio:>7.0} ×    as fast as Heat, with {:.0} µs", "", microseconds(theirs));
    }
}

/// The time that Heat takes for the same: one `Properties`, validated and read.
fn heat_reads(python: &str) -> Duration {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/heat_reads_server.py");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/server.json");
    let output = Command::new(python).args([script, data]).output().expect("Python can be run");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds: f64 = printed.trim().parse().unwrap_or_else(|_| {
        println!("{}", String::from_utf8_lossy(&output.stderr));
        f64::NAN
    });
    Duration::try_from_secs_f64(seconds).expect("the script prints seconds")
}

/// The time that one round takes.
fn time(rounds: u32, mut round: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..rounds {
        round();
    }
    start.elapsed() / rounds
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
