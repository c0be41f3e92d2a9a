//! The release of Heat that the project is about is written in one place: `RELEASE` in `tests/engine/installed_heat.py`. This
//! test finds texts that name another one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use heat_catalogue::schema_files::SchemaFiles;
use walkdir::WalkDir;

use crate::support::project;

/// Files and folders that people write, below the root.
const TEXTS: [&str; 14] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "codegen",
    "conformance",
    "crates",
    "docs/design.md",
    "examples",
    "fuzz",
    "macros",
    "schemas/constraints.yaml",
    "site/guide",
    "templates",
    "tests",
];

const ENDINGS: [&str; 6] = ["html", "in", "md", "py", "rs", "yaml"];

/// Files that name earlier releases, with the reasons.
const EARLIER: [(&str, &str); 6] = [
    ("crates/cli/src/upgrade_words.rs", "the release that removed a constraint"),
    ("crates/cli/tests/it/catalogue/heat_release.rs", "the cases of this test"),
    ("crates/site/src/tests/old_releases.rs", "a page of an old release"),
    ("crates/template-check/src/known_constraints.rs", "the release that removed a constraint"),
    ("tests/engine/README.md", "the oldest Python, and green threads"),
    ("tests/engine/green_threads.py", "the last Heat whose threads are green"),
];

/// The point release that is installed and queried, such as `27.0.1`.
fn release() -> String {
    let text = fs::read_to_string(project().join("tests/engine/installed_heat.py")).unwrap();
    let (_, rest) = text.split_once("\nRELEASE = '").unwrap();
    rest.split_once('\'').unwrap().0.to_owned()
}

/// The releases of Heat that a text names: "Heat 27", "Heat 27.0.1", "openstack-heat==27.0.1".
fn named(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for before in ["Heat ", "openstack-heat=="] {
        for (at, _) in text.match_indices(before) {
            let rest = &text[at + before.len()..];
            let end =
                rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
            let version = rest[..end].trim_end_matches('.');
            if version.len() >= 2 && version.starts_with(|first: char| first.is_ascii_digit()) {
                found.push(version);
            }
        }
    }
    found
}

#[test]
fn releases_are_found_in_texts() {
    let check = |text: &str, expect: &[&str]| assert_eq!(named(text), expect, "{text}");
    check("In Heat 27, and Heat 27.0.1.", &["27", "27.0.1"]);
    check("pip install openstack-heat==28.0.0 'setuptools<81'", &["28.0.0"]);
    check("Heat 2 and Heat itself, heat 27", &[]);
}

#[test]
fn texts_name_the_release_that_is_asked() {
    let release = release();
    let (major, _) = release.split_once('.').unwrap();
    let mut read = 0;
    let mut wrong = String::new();
    let files = TEXTS.iter().flat_map(|text| {
        WalkDir::new(project().join(text)).into_iter().filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            !["node_modules", "snapshots", "target", "vectors"].contains(&name.as_ref())
                && !entry.path_is_symlink()
        })
    });
    for entry in files.map(Result::unwrap) {
        let path = entry.path().strip_prefix(project()).unwrap();
        let is_text = path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known));
        if !is_text || EARLIER.iter().any(|(earlier, _)| path == Path::new(earlier)) {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        for (index, line) in text.lines().enumerate() {
            for version in named(line) {
                read += 1;
                if version != major && version != release {
                    let _ = writeln!(wrong, "{}:{}: {version}", path.display(), index + 1);
                }
            }
        }
    }
    assert!(read > 30, "{read} releases are found");
    assert!(wrong.is_empty(), "Heat {release} is asked, and these speak of another one:\n{wrong}");
}

#[test]
fn the_catalogue_is_that_of_the_release_that_is_asked() {
    let files = SchemaFiles::read(&project().join("schemas"));
    let newest = &files.releases.newest().unwrap().version;
    let series = |version: &str| version.split('.').next().unwrap().to_owned();
    assert_eq!(series(newest), series(&release()));
}
