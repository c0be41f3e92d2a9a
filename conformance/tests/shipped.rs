//! The vectors that the project ships: real Heat's answers to the project's own inputs, compared with those of our engine.

#![expect(clippy::unwrap_used, reason = "what the project ships can be read, or the test fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use conformance::replay::{Options, Replay, replay};
use conformance::{deviations, report};

/// The minimum number of vectors of each family that have to be compared.
const MIN_VECTORS: [(&str, usize); 31] = [
    ("update_effects", 2_000),
    ("services", 300),
    ("service_rules", 650),
    ("group_removals", 780),
    ("dependencies", 900),
    ("properties", 2_400),
    ("constraints", 1_500),
    ("schema_validity", 800),
    ("support_status", 40),
    ("properties_groups", 20),
    ("validation_rules", 700),
    ("update", 380),
    ("life_cycle", 700),
    ("parameters", 780),
    ("intrinsic_functions", 19),
    ("environments", 200),
    ("environment_files", 40),
    ("functions", 360),
    ("yaql_syntax", 400),
    ("yaql", 4_000),
    ("language", 13),
    ("templates", 140),
    ("nested_stacks", 50),
    ("created_stacks", 80),
    ("verdicts", 200),
    ("template_text", 60),
    ("update_preview", 200),
    ("group_updates", 90),
    ("type_updates", 200),
    ("software", 300),
    ("diff", 350),
];

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn options() -> Options {
    let name = "deviations.yaml";
    let text = fs::read_to_string(here(name)).unwrap();
    Options { deviations: deviations::read(name, &text).unwrap(), ..Options::default() }
}

/// The replay of all vectors with these options, on all processors.
fn replayed() -> &'static (Options, Replay) {
    static REPLAYED: LazyLock<(Options, Replay)> = LazyLock::new(|| {
        let mut files: Vec<_> =
            fs::read_dir(here("vectors")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let options = options();
        let replay = replay(&files, &options);
        (options, replay)
    });
    &REPLAYED
}

#[test]
fn we_answer_as_heat_did() {
    let (options, replay) = replayed();
    println!("{}", report::summary(replay));
    assert_eq!(replay.unreadable, Vec::<String>::new());
    let unlisted: Vec<_> = replay
        .scores
        .values()
        .flat_map(|score| &score.differing)
        .filter(|differing| differing.deviation.is_none())
        .map(|differing| report::difference(differing, &options.deviations))
        .collect();
    assert!(unlisted.is_empty(), "{} differ:\n{}", unlisted.len(), unlisted.join("\n"));
    for (family, least) in MIN_VECTORS {
        let score = &replay.scores[family];
        let judged = score.agree + score.differing.len();
        assert!(judged >= least, "{family}: only {judged} of {} vectors are judged", score.vectors());
    }
}

#[test]
fn every_deviation_is_needed() {
    let (options, replay) = replayed();
    let stale = replay.stale(options);
    let stale: Vec<_> = stale.iter().map(|position| &options.deviations[*position]).collect();
    assert!(stale.is_empty(), "no shipped vector needs these: {stale:#?}");
}

#[test]
fn every_function_of_yaql_has_a_case() {
    let vectors = fs::read_to_string(here("vectors/yaql.jsonl")).unwrap();
    let missing: Vec<String> = yaql::functions()
        .filter(|function| {
            let name = function.name();
            let written = match name.rsplit_once('_') {
                Some(("#operator" | "#unary_operator", sign)) => sign.to_owned(),
                _ if name.starts_with("#property#") => name.replace("#property#", "."),
                // What brackets and variables stand for, and `=` and `!=`.
                _ if name.starts_with(['#', '*']) => String::new(),
                _ => format!("{name}("),
            };
            !vectors.contains(&written)
        })
        .map(|function| function.signature())
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
