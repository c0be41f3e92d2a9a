//! Expressions that are typical of templates, parsed and evaluated, compared with Python's yaql on the same machine.
//!
//! `cargo bench -p yaql` prints the time. If `HEAT_PYTHON` names a Python in which Heat is installed, yaql evaluates the same
//! expressions in between, and the ratio is printed.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints what it measured, and ends where it cannot"
)]

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use yaql::{Expression, Integer, Settings, Value};

/// Path of the recorded answers in the project, of which the group `templates` is measured.
fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/vectors/yaql.jsonl")
}

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(bool) => (*bool).into(),
        serde_json::Value::Number(number) => match Integer::parse(&number.to_string()) {
            Some(integer) => Value::Integer(integer),
            None => number.as_f64().map_or(Value::Null, Value::from),
        },
        serde_json::Value::String(text) => text.as_str().into(),
        serde_json::Value::Array(items) => Value::List(items.iter().map(value).collect()),
        serde_json::Value::Object(map) => {
            Value::map(map.iter().map(|(key, member)| (key.as_str(), value(member))))
        }
    }
}

fn cases(text: &str) -> Vec<(String, Value)> {
    let vectors = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let ours = vectors
        .filter(|vector| vector["source"].as_str().is_some_and(|source| source.contains(":templates:")));
    ours.map(|vector| {
        let expression = vector["input"]["expression"].as_str().unwrap_or_default().to_owned();
        (expression, Value::map([("data", value(&vector["input"]["data"]))]))
    })
    .collect()
}

/// Number of expressions that have a result.
fn evaluated(cases: &[(String, Value)]) -> usize {
    let settings = Settings::default();
    let results = cases.iter().filter_map(|(expression, data)| {
        Expression::parse(black_box(expression)).ok()?.evaluate(black_box(data), &settings).ok()
    });
    results.count()
}

fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    let measures = env::args().any(|argument| argument == "--bench");
    // A packaged crate lacks the recorded answers.
    let Ok(text) = fs::read_to_string(vectors()) else { return };
    let cases = cases(&text);
    assert!(cases.len() >= 200, "{} cases", cases.len());
    let results = evaluated(&cases);
    if !measures {
        return;
    }
    let python = env::var("HEAT_PYTHON").ok();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        ours.push(time(20, || evaluated(&cases)));
        theirs.extend(python.as_deref().map(yaql_evaluates));
    }
    let ours = median(ours);
    println!("{} expressions, {results} with a result  {:>8.2} ms", cases.len(), ours.as_secs_f64() * 1e3);
    if !theirs.is_empty() {
        let theirs = median(theirs);
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "the same, by Python's yaql              {:>8.2} ms   {ratio:.0} times as long, at least 50",
            theirs.as_secs_f64() * 1e3
        );
    }
}

/// Average time of one run.
fn time(rounds: u32, run: impl Fn() -> usize) -> Duration {
    let start = Instant::now();
    for _ in 0..rounds {
        black_box(run());
    }
    start.elapsed() / rounds
}

fn yaql_evaluates(python: &str) -> Duration {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/yaql_evaluates.py");
    let output = Command::new(python).arg(script).arg(vectors()).output().expect("Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.trim().parse().unwrap_or_else(|_| {
        println!("{}", String::from_utf8_lossy(&output.stderr));
        f64::NAN
    });
    Duration::try_from_secs_f64(seconds).expect("yaql evaluates the expressions")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
