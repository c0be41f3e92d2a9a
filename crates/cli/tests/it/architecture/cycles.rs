//! Tests that files do not import each other in cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::components;
use super::exceptions::{EXCEPTIONS, Exception};
use super::imports::{Crate, Module};

/// The cycles of a crate: files that import each other, directly or through others, each with its imports from the others.
fn cycles(of: &Crate) -> Vec<BTreeMap<String, String>> {
    let imports = of.imports();
    let name = |module: &Module| if module.is_empty() { "lib".to_owned() } else { module.join("::") };
    let with_imports = |files: BTreeSet<&Module>| {
        let imported = files.iter().map(|file| {
            let used: Vec<String> = imports[file].intersection(&files).map(|used| name(used)).collect();
            (name(file), used.join(", "))
        });
        imported.collect()
    };
    components::cycles(&imports).into_iter().map(with_imports).collect()
}

#[test]
fn files_do_not_import_each_other_in_cycles() {
    let (mut files, mut imports) = (0, 0);
    let mut expected = Vec::from(EXCEPTIONS);
    let mut report = String::new();
    for (member, read) in super::crates() {
        files += read.files.len();
        imports += read.imports().values().map(BTreeSet::len).sum::<usize>();
        for cycle in cycles(read) {
            let is_meant = |exception: &Exception| exception.covers(member, cycle.keys().map(String::as_str));
            if let Some(index) = expected.iter().position(is_meant) {
                expected.remove(index);
                continue;
            }
            let _ = writeln!(report, "in {member}:");
            for (module, used) in cycle {
                let _ = writeln!(report, "  {module} imports {used}");
            }
        }
    }
    assert!(imports > files, "imports are found: {imports} in {files} files");
    assert!(report.is_empty(), "cycles\n{report}");
    // An exception that is no longer needed would hide the next cycle.
    if let Some(Exception { of, modules, reason }) = expected.first() {
        panic!("no longer a cycle in {of}: {modules:?}, because {reason}");
    }
}

fn check(files: &[(&str, &str)], expect: &[&str]) {
    let mut of = Crate::default();
    for (path, text) in files {
        of.add(Path::new(path), &syn::parse_file(text).unwrap());
    }
    let found = cycles(&of).into_iter().flatten();
    let lines: Vec<String> = found.map(|(module, used)| format!("{module} imports {used}")).collect();
    assert_eq!(lines, expect);
}

#[test]
fn a_cycle_is_found_with_its_files() {
    let (top, below) =
        ("use crate::below::Part; fn top(_: Part) {}", "pub struct Part; fn back() { super::top::call() }");
    check(
        &[("lib.rs", "mod top; mod below;"), ("top.rs", top), ("below.rs", below)],
        &["below imports top", "top imports below"],
    );
    // The cycle goes through a re-export of another module, and from a child to its parent.
    let parent = "mod child; pub use child::Child; pub struct Parent; fn of(_: Child) {}";
    check(
        &[("a/mod.rs", parent), ("a/child.rs", "use super::Parent; pub struct Child(Parent);")],
        &["a imports a::child", "a::child imports a"],
    );
}

#[test]
fn one_way_imports_are_no_cycle() {
    let parent = "mod child; mod other; pub use child::Child;";
    let other = "use super::Child; fn of(_: Child) {}";
    check(&[("a/mod.rs", parent), ("a/child.rs", "pub struct Child;"), ("a/other.rs", other)], &[]);
    let with_tests = "pub fn part() {} #[cfg(test)] mod tests { use crate::top; fn test() { top::call() } }";
    check(&[("top.rs", "use crate::below; pub fn call() { below::part() }"), ("below.rs", with_tests)], &[]);
    let tests = "use crate::top; pub fn test() { top::call() }";
    let below = "#[cfg(test)] mod trials; pub fn part() {}";
    check(
        &[
            ("top.rs", "pub fn call() { crate::below::part() }"),
            ("below/mod.rs", below),
            ("below/trials.rs", tests),
        ],
        &[],
    );
}

#[test]
fn two_cycles_are_separate() {
    let mut of = Crate::default();
    let mut add = |path: &str, text: &str| of.add(Path::new(path), &syn::parse_file(text).unwrap());
    for (one, other) in [("a", "b"), ("c", "d")] {
        add(&format!("{one}.rs"), &format!("pub fn call() {{ crate::{other}::call() }}"));
        add(&format!("{other}.rs"), &format!("pub fn call() {{ crate::{one}::call() }}"));
    }
    add("between.rs", "pub fn call() { crate::c::call() }");
    add("a.rs", "pub fn call() { crate::b::call(); crate::between::call() }");
    let files: Vec<Vec<String>> = cycles(&of).into_iter().map(|cycle| cycle.into_keys().collect()).collect();
    assert_eq!(files, [["a", "b"], ["c", "d"]]);
}

#[test]
fn a_function_can_have_the_name_of_a_module() {
    let lib = "mod rule; mod rules; pub use rule::Rule; pub use rules::rule;";
    let rules = "use crate::Rule; pub fn rule() -> Rule { crate::finding::new() }";
    check(
        &[
            ("lib.rs", lib),
            ("rules.rs", rules),
            ("rule.rs", "pub struct Rule;"),
            ("finding.rs", "use crate::Rule; pub fn new() -> Rule {}"),
        ],
        &[],
    );
}
