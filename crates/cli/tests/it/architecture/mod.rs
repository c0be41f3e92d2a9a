//! Tests that every path, module, item and package that the pages for contributors name exists.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod components;
mod crates;
mod cycles;
mod declared;
mod exceptions;
mod folders;
mod ids;
mod imports;
mod layers;
mod type_names;
mod words;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Parser};

use declared::Declared;
use imports::Crate;

/// The pages that are for contributors as a whole, by file name.
const PAGES: [&str; 5] =
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/design.md", "tests/README.md"];

/// The parts of a crate's README that are for contributors. The others are about its API, and their examples are compiled.
const PARTS: [&str; 2] = ["## How it works", "## Decisions"];

/// Maximum number of words of ARCHITECTURE.md, which takes about ten minutes to read.
const MAX_WORDS: usize = 2_500;

/// The names in code spans on the pages that the sources do not declare, with a description.
const FOREIGN: [(&str, &[&str]); 8] = [
    ("names and keys of a schema", &["subnet", "properties.subnet.default"]),
    ("files that users write, and one that Sphinx reads", &["schema-diff.yaml", "docs.yaml", "objects.inv"]),
    ("Rust's own", &["unwrap", "expect", "static", "async"]),
    ("a value, in YAML, in JSON or as a text", &["on", "ab", "a", "NaN"]),
    ("crates that were considered, and a call of Linux", &["granit-parser", "rust-sugiyama", "renameat2"]),
    ("an environment variable", &["HEAT_PYTHON"]),
    ("a name in a file of Python", &["RELEASE"]),
    ("proptest's own", &["proptest-regressions", "PROPTEST_RNG_SEED"]),
];

/// The kind of name in a code span.
#[derive(Debug, PartialEq)]
enum Name<'t> {
    /// A file or folder.
    File(&'t str),
    /// `name` or `module::name`, without the arguments of a call.
    Path(Vec<&'t str>),
    /// A name with hyphens: a package or a feature.
    Package(&'t str),
    /// A command line, a piece of YAML, or a pattern: nothing that can be looked up.
    Other,
}

fn classify(text: &str) -> Name<'_> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    // For a call or a macro, the name of the function or macro.
    let called = text.split_once(['(', '!']).map_or(text, |(called, _)| called);
    let segments: Vec<&str> = called.split("::").collect();
    let is_name = |name: &&str| {
        name.bytes().all(is_word) && name.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let is_path = |byte: u8| is_word(byte) || b"/.-*".contains(&byte);
    if segments.iter().all(is_name) {
        return Name::Path(segments);
    }
    if !text.bytes().all(is_path) || text.starts_with('-') {
        return Name::Other;
    }
    let has_extension = text.rsplit_once('.').is_some_and(|(_, end)| is_name(&end));
    match text {
        _ if text.contains('/') || has_extension => Name::File(text),
        _ if text.contains('-') && text.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            Name::Package(text)
        }
        _ => Name::Other,
    }
}

/// Returns whether the text names an existing item, or is not a name that can be looked up.
fn is_true(text: &str, declared: &Declared) -> bool {
    match classify(text) {
        Name::File(path) => declared.has_file(path),
        Name::Package(name) => declared.has_package(name),
        Name::Path(mut path) => {
            // A crate is named as in code, or by its folder.
            path[0] = path[0].strip_prefix("heat_").unwrap_or(path[0]);
            declared.has_path(&path)
                || path.len() == 1 && (declared.has_package(path[0]) || declared.has_file(path[0]))
        }
        Name::Other => true,
    }
}

/// The code spans of a Markdown text, with the line of each.
fn code_spans(markdown: &str) -> Vec<(usize, String)> {
    let line = |offset: usize| markdown[..offset].matches('\n').count() + 1;
    let events = Parser::new_ext(markdown, pulldown_cmark::Options::ENABLE_TABLES).into_offset_iter();
    let code = events.filter_map(|(event, range)| match event {
        Event::Code(text) => Some((line(range.start), text.into_string())),
        _ => None,
    });
    code.collect()
}

/// The names in a text that nothing declares.
fn untrue(markdown: &str, declared: &Declared) -> Vec<String> {
    let is_foreign = |text: &str| FOREIGN.iter().any(|(_, names)| names.contains(&text));
    let spans = code_spans(markdown).into_iter();
    let untrue = spans.filter(|(_, text)| !is_foreign(text) && !is_true(text, declared));
    untrue.map(|(line, text)| format!("{line}: `{text}`")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// The lines of a README that are for contributors, with empty lines in place of the others.
fn for_contributors(readme: &str) -> String {
    let mut is_kept = false;
    let lines = readme.lines().map(|line| {
        if line.starts_with("## ") {
            is_kept = PARTS.contains(&line);
        }
        if is_kept { line } else { "" }
    });
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// The pages for contributors: file name and text.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> =
        PAGES.iter().map(|name| ((*name).to_owned(), page(name))).collect();
    for member in members(&page("Cargo.toml")) {
        let name = format!("{member}/README.md");
        if root().join(&name).is_file() {
            let text = for_contributors(&page(&name));
            pages.push((name, text));
        }
    }
    pages
}

/// The folders of the members of the workspace, as its manifest lists them.
fn members(manifest: &str) -> Vec<&str> {
    let (_, list) = manifest.split_once("\nmembers = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split('"').skip(1).step_by(2).collect()
}

/// The sources of the workspace.
struct Sources {
    /// The crates, each with its folder.
    crates: Vec<(String, Crate)>,
    declared: Declared,
}

/// The sources of the workspace; each is parsed once for all tests.
fn sources() -> &'static Sources {
    static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
        let manifest = page("Cargo.toml");
        let named = |member: &str| (member.to_owned(), Crate::default());
        let mut crates: Vec<(String, Crate)> = members(&manifest).into_iter().map(named).collect();
        let declared = Declared::read(root(), |path, file| {
            for (member, read) in &mut crates {
                if let Ok(path) = path.strip_prefix(Path::new(member).join("src")) {
                    read.add(path, file);
                }
            }
        });
        for (member, read) in &crates {
            assert!(!read.files.is_empty(), "{member} is read");
        }
        Sources { crates, declared }
    });
    &SOURCES
}

/// The crates of the workspace, each with its folder.
fn crates() -> &'static [(String, Crate)] {
    &sources().crates
}

/// The declarations of the workspace.
fn declared() -> &'static Declared {
    &sources().declared
}

#[test]
fn members_are_read_from_the_manifest() {
    assert_eq!(
        members("[workspace]\nmembers = [\n  \"one\",\n  \"tests/two\",\n]\nexclude = [\"three\"]"),
        ["one", "tests/two"]
    );
}

#[test]
fn names_on_pages_exist() {
    let declared = declared();
    for (name, text) in pages() {
        let untrue = untrue(&text, declared);
        assert!(untrue.is_empty(), "{name} names what does not exist:\n{}", untrue.join("\n"));
    }
}

#[test]
fn the_parts_for_contributors_are_found() {
    let readme = "# heat-x\n`a`\n## Use\n`b`\n## How it works\n`c`\n## Limits\n`d`\n## Decisions\n`e`\n";
    assert_eq!(code_spans(&for_contributors(readme)), [(6, "c".to_owned()), (10, "e".to_owned())]);
    let found = pages().iter().filter(|(_, text)| !text.trim().is_empty()).count();
    assert!(found > 15, "{found} pages");
}

#[test]
fn architecture_is_read_in_ten_minutes() {
    let words = page("ARCHITECTURE.md").split_whitespace().count();
    assert!(words <= MAX_WORDS, "{words} words: what concerns one crate belongs into its README");
}

/// An exception that is no longer needed would hide the next error.
#[test]
fn every_exception_is_needed() {
    let declared = declared();
    let spans: Vec<(usize, String)> = pages().iter().flat_map(|(_, text)| code_spans(text)).collect();
    for name in FOREIGN.iter().flat_map(|(_, names)| *names) {
        assert!(spans.iter().any(|(_, text)| text == name), "{name} is on no page");
        assert!(!is_true(name, declared), "{name} is declared");
    }
}

/// Two crates; the root of `heat_one` re-exports an item of its module.
fn two_crates() -> Declared {
    let mut declared = Declared::default();
    for (path, text) in [
        ("one/src/lib.rs", "mod inner; pub use inner::{Shape, draw as paint};"),
        (
            "one/src/inner.rs",
            "pub enum Shape { Round } impl Shape { fn area(&self) {} } pub fn draw() {} macro_rules! line { () => {} }",
        ),
        (
            "two/src/deep/mod.rs",
            "pub trait Turn { fn turn(&self); } pub mod nested { pub const LIMIT: u8 = 1; }",
        ),
    ] {
        declared.add_source(Path::new(path), &syn::parse_file(text).unwrap());
    }
    declared.add_manifest(
        "[package]\nname = \"heat-one\"\n[features]\nmade-up = []\n[dependencies]\nserde.workspace = true\n",
    );
    declared
}

fn check(markdown: &str, expect: &[&str]) {
    assert_eq!(untrue(markdown, &two_crates()), expect, "{markdown}");
}

#[test]
fn declared_names_are_found() {
    check("`one`, `heat_one`, `heat-one`, `made-up`, `serde`", &[]);
    check("`inner`, `one::inner`, `heat_one::inner::Shape`, `heat_one::Shape`, `inner::Shape`, `Shape`", &[]);
    check("`Shape::Round`, `heat_one::Shape::area`, `Turn::turn`, `deep::Turn`, `nested::LIMIT`", &[]);
    check("`one::paint`, `draw()`, `line!`", &[]);
    check("`one/`, `one/src/inner.rs`, `inner.rs`, `two/src/*/mod.rs`, `two/src/deep`", &[]);
    check("`cargo test --workspace`, `--site`, `a+b*a+`, `#[heat(…)]`, `{a:[]}`, plain one::nothing", &[]);
}

#[test]
fn a_wrong_name_is_reported_with_its_line() {
    check("`one`\n\n`three`", &["3: `three`"]);
    check("| `Shapes` |\n|---|\n| `heat_one::Missing` |", &["1: `Shapes`", "3: `heat_one::Missing`"]);
    check(
        "`heat_one::draw`, `two::Shape`, `one::deep`",
        &["1: `heat_one::draw`", "1: `two::Shape`", "1: `one::deep`"],
    );
    check(
        "`Shape::Square`, `inner::Turn`, `nothing()`, `curve!`",
        &["1: `Shape::Square`", "1: `inner::Turn`", "1: `nothing()`", "1: `curve!`"],
    );
    check(
        "`one/src/outer.rs`, `outer.rs`, `two/*/mod.rs`, `src/inner.rs`",
        &["1: `one/src/outer.rs`", "1: `outer.rs`", "1: `two/*/mod.rs`", "1: `src/inner.rs`"],
    );
    check("`heat-two`", &["1: `heat-two`"]);
}
