//! Tests that modules below one parent do not import each other in cycles, and that no folder has too many files.
//!
//! The test of files, [`super::cycles`], does not find cycles of folders: two folders can import each other although no two of
//! their files do. To understand one of them, a reader then has to understand the other as well.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::components::{self, Graph};
use super::exceptions::EXCEPTIONS;
use super::imports::{Crate, Module};

/// The maximum number of source files directly in a folder, unless it is called `rules`: that has one file per rule.
const MAX_FILES: usize = 20;

/// The parents below which modules import each other in cycles, with the reasons. Modules of an intended cycle of files are not
/// listed here.
const CYCLES: [(&str, &str, &str); 0] = [];

/// Modules below one parent that import each other in a cycle.
struct Cycle {
    parent: Module,
    /// The modules by their paths, each with the imports of its files from the other modules.
    modules: BTreeMap<String, Vec<String>>,
}

/// The cycles at every level of a crate: the files below a module are treated as part of the module.
fn cycles(of: &Crate) -> Vec<Cycle> {
    let imports = of.imports();
    let parents: BTreeSet<&[String]> =
        imports.keys().filter_map(|module| module.split_last()).map(|(_, parent)| parent).collect();
    parents.into_iter().flat_map(|parent| cycles_below(&imports, parent)).collect()
}

fn cycles_below(imports: &Graph<&Module>, parent: &[String]) -> Vec<Cycle> {
    let child = |module: &Module| {
        module.starts_with(parent).then(|| module.get(..=parent.len()).map(|path| path.join("::")))?
    };
    let edges = imports.iter().flat_map(|(module, used)| used.iter().map(move |used| (*module, *used)));
    let edges: Vec<(String, String, String)> = edges
        .filter_map(|(module, used)| {
            let import = format!("{} imports {}", module.join("::"), used.join("::"));
            Some((child(module)?, child(used)?, import))
        })
        .filter(|(from, to, _)| from != to)
        .collect();
    let mut graph = Graph::new();
    for (from, to, _) in &edges {
        graph.entry(from).or_insert_with(BTreeSet::new).insert(to);
    }
    let cycle = |modules: BTreeSet<&String>| {
        let imports_of = |from: &String| {
            let own = edges.iter().filter(|(own, to, _)| own == from && modules.contains(to));
            own.map(|(_, _, import)| import.clone()).collect()
        };
        let modules = modules.iter().map(|module| ((*module).clone(), imports_of(module))).collect();
        Cycle { parent: parent.to_vec(), modules }
    };
    components::cycles(&graph).into_iter().map(cycle).collect()
}

#[test]
fn folders_do_not_import_each_other_in_cycles() {
    let mut expected: BTreeSet<(String, String)> =
        CYCLES.iter().map(|(of, parent, _)| ((*of).to_owned(), (*parent).to_owned())).collect();
    let mut report = String::new();
    for (member, read) in super::crates() {
        for Cycle { parent, modules } in cycles(read) {
            let names = || modules.keys().map(String::as_str);
            let is_meant = EXCEPTIONS.iter().any(|exception| exception.contains(member, names()));
            if is_meant || expected.remove(&(member.clone(), parent.join("::"))) {
                continue;
            }
            let _ = writeln!(
                report,
                "in {member}, below `{}`: {}",
                parent.join("::"),
                names().collect::<Vec<_>>().join(", ")
            );
            for import in modules.into_values().flatten() {
                let _ = writeln!(report, "  {import}");
            }
        }
    }
    assert!(report.is_empty(), "cycles of folders\n{report}");
    assert!(expected.is_empty(), "no longer a cycle: {expected:?}");
}

/// The folders of the workspace with more source files than allowed, directly in them.
fn large_folders(root: &Path) -> BTreeSet<String> {
    let mut files: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for member in super::members(&super::page("Cargo.toml")) {
        for folder in ["src", "tests", "benches"].map(|name| root.join(member).join(name)) {
            let entries = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
            let sources = entries.filter(|entry| entry.path().extension().is_some_and(|name| name == "rs"));
            for path in sources.filter_map(|entry| Some(entry.path().parent()?.to_owned())) {
                *files.entry(path).or_default() += 1;
            }
        }
    }
    let large = files.into_iter().filter(|(path, count)| *count > MAX_FILES && !path.ends_with("rules"));
    large.map(|(path, _)| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn folders_hold_few_files() {
    let large = large_folders(super::root());
    assert!(large.is_empty(), "folders with more than {MAX_FILES} files: {large:?}");
}

fn check(files: &[(&str, &str)], expect: &[&str]) {
    let mut of = Crate::default();
    for (path, text) in files {
        of.add(Path::new(path), &syn::parse_file(text).unwrap());
    }
    let found = cycles(&of).into_iter().flat_map(|cycle| {
        let parent = cycle.parent.join("::");
        cycle.modules.into_values().flatten().map(move |import| format!("{parent}: {import}"))
    });
    assert_eq!(found.collect::<Vec<_>>(), expect);
}

#[test]
fn folders_that_import_each_other_are_found() {
    let (one, two) = ("pub struct Part; pub struct Other;", "fn of(_: crate::b::Part) {}");
    // No two files import each other, but their folders do.
    check(
        &[
            ("a/mod.rs", "mod one; mod two;"),
            ("a/one.rs", one),
            ("a/two.rs", two),
            ("b/mod.rs", "pub struct Part;"),
            ("b/three.rs", "fn of(_: crate::a::one::Part) {}"),
        ],
        &[": a::two imports b", ": b::three imports a::one"],
    );
    // Cycles are found at any level.
    check(
        &[
            ("c/mod.rs", "mod a; mod b;"),
            ("c/a/mod.rs", "mod one; mod two;"),
            ("c/a/one.rs", one),
            ("c/a/two.rs", "fn of(_: crate::c::b::Part) {}"),
            ("c/b/mod.rs", "pub struct Part;"),
            ("c/b/three.rs", "fn of(_: crate::c::a::one::Part) {}"),
        ],
        &["c: c::a::two imports c::b", "c: c::b::three imports c::a::one"],
    );
}

#[test]
fn a_parent_may_be_imported_by_what_is_below_it() {
    check(
        &[
            ("a/mod.rs", "pub struct Part;"),
            ("a/one.rs", "fn of(_: super::Part) {}"),
            ("b.rs", "fn of(_: crate::a::Part) {}"),
        ],
        &[],
    );
}
