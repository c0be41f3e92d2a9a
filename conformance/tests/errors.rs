//! The messages of the recordings, as a user would paste them: most of them have a page, and those that a page claims to be recorded are.

#![expect(clippy::unwrap_used, reason = "the vectors can be read, or the test fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use heat_errors::{ErrorPages, Provocation};
use serde_json::Value;

/// The families whose answers are not of Heat: those of yaql alone, the claims of `diff`, and the tables of the language.
const NOT_OF_HEAT: [&str; 4] = ["yaql", "yaql_syntax", "diff", "language"];

/// The words that scripts of the recorder made up, in place of those of a service.
const MADE_UP: [&str; 7] =
    ["boom", "killed", "in use", "Doing so", "not valid", "never valid", "with a colon"];

/// The least share of the messages that have a page, in percent.
const LEAST: usize = 95;

/// Adds the messages of errors in a recorded answer.
fn messages(answer: &Value, found: &mut Vec<String>) {
    match answer {
        Value::Object(map) => {
            let is_error = map.contains_key("error_class") || map.contains_key("error");
            for (key, value) in map {
                match value {
                    Value::String(text) if key == "message" && is_error || key == "reason" => {
                        found.push(text.clone());
                    }
                    _ => messages(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|item| messages(item, found)),
        _ => {}
    }
}

/// The messages of all recordings, by family.
fn recorded() -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")).unwrap() {
        let path = entry.unwrap().path();
        let family = path.file_stem().unwrap().to_string_lossy().into_owned();
        if NOT_OF_HEAT.contains(&family.as_str()) {
            continue;
        }
        let found = all.entry(family).or_default();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            messages(&vector["output"], found);
        }
    }
    all
}

/// Returns whether a message has the words of a script where those of a service would be.
fn is_made_up(text: &str) -> bool {
    let reason = text.rsplit(": ").next().unwrap_or_default().trim();
    reason.is_empty()
        || MADE_UP.iter().any(|words| reason == *words || reason.starts_with(&format!("{words} ")))
}

#[test]
fn recorded_messages_find_their_pages() {
    let pages = ErrorPages::built_in();
    let index = pages.index();
    let (mut total, mut met) = (0, 0);
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    for (family, mut messages) in recorded() {
        messages.retain(|text| !is_made_up(text));
        let found = messages.iter().filter(|text| {
            let has_page = index.find(text).is_exact;
            if !has_page {
                *missed.entry(format!("{family}: {text}")).or_default() += 1;
            }
            has_page
        });
        let found = found.count();
        println!("{family}: {found} of {}", messages.len());
        total += messages.len();
        met += found;
    }
    println!("{met} of {total}");
    let mut missed: Vec<_> = missed.into_iter().collect();
    missed.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    missed.truncate(30);
    assert!(total > 6_000 && met * 100 >= total * LEAST, "{met} of {total}: {missed:#?}");
}

#[test]
fn what_a_page_says_to_be_recorded_is() {
    let pages = ErrorPages::built_in();
    let index = pages.index();
    let mut seen = vec![false; pages.list.len()];
    for text in recorded().values().flatten() {
        let found = index.find(text);
        found.errors.iter().filter(|_| found.is_exact).for_each(|number| seen[*number] = true);
    }
    let claims = pages.list.iter().zip(seen);
    let unseen: Vec<&str> = claims
        .filter(|(page, seen)| {
            matches!(page.provocation, Provocation::Untried { is_recorded: true, .. }) && !seen
        })
        .map(|(page, _)| page.id.as_str())
        .collect();
    assert_eq!(unseen, Vec::<&str>::new());
}
