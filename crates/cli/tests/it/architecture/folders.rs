//! Tests that modules below one parent do not import each other in cycles, and that files are worth opening.
//!
//! The test of files, [`super::cycles`], does not find cycles of folders: two folders can import each other although no two of
//! their files do. To understand one of them, a reader then has to understand the other as well.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::components::{self, Graph};
use super::exceptions::EXCEPTIONS;
use super::imports::{Crate, Module};

/// The number of lines from which a file with one user is one of its own.
const MIN_LINES: usize = 60;

/// The number of lines above which a file is not made longer.
const MAX_LINES: usize = 400;

/// The folders whose files are listed: one for each rule, each command, and each kind of functions.
const LISTS: [&str; 3] = ["rules", "commands", "library"];

/// The parents below which modules import each other in cycles, with the reasons. Modules of an intended cycle of files are not
/// listed here.
const CYCLES: [(&str, &str, &str); 0] = [];

/// Modules below one parent that import each other in a cycle.
struct Cycle {
    parent: Module,
    /// The modules by path, each with the imports of its files from the other modules.
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

/// Small files that one other file uses: they only make the reader open one more.
fn slivers(folder: &Path, read: &Crate) -> Vec<String> {
    let imports = read.imports();
    let sliver = |module: &Module| {
        let path = source_of(folder, module)?;
        let is_root = path.ends_with("mod.rs") || module.is_empty() || *module == ["main"];
        let is_listed = module.iter().any(|name| LISTS.contains(&name.as_str()));
        let lines = lines_of(&path)?;
        if lines >= MIN_LINES || is_root || is_listed || is_public(folder, module) {
            return None;
        }
        let users: Vec<&Module> =
            imports.iter().filter(|(_, used)| used.contains(module)).map(|(user, _)| *user).collect();
        // Another crate or a re-export is the user of a file that has none here.
        let [user] = users[..] else { return None };
        let together = lines + lines_of(&source_of(folder, user)?)?;
        (together <= MAX_LINES).then(|| format!("{} joins {}", module.join("::"), user.join("::")))
    };
    imports.keys().filter_map(|module| sliver(module)).collect()
}

/// Returns whether other crates name a module: it and all modules around it are public.
fn is_public(folder: &Path, module: &Module) -> bool {
    (1..=module.len()).all(|depth| {
        let (name, parent) = module[..depth].split_last().unwrap();
        let declared =
            source_of(folder, &parent.to_vec()).and_then(|path| std::fs::read_to_string(path).ok());
        declared.is_some_and(|text| text.contains(&format!("pub mod {name};")))
    })
}

/// The source of a module.
fn source_of(folder: &Path, module: &Module) -> Option<PathBuf> {
    let path = folder.join(module.iter().collect::<PathBuf>());
    let names = [path.with_extension("rs"), path.join("mod.rs"), path.join("lib.rs")];
    names.into_iter().find(|path| path.is_file())
}

fn lines_of(path: &Path) -> Option<usize> {
    Some(std::fs::read_to_string(path).ok()?.lines().count())
}

#[test]
fn no_file_is_a_sliver() {
    let mut report = String::new();
    for (member, read) in super::crates() {
        for sliver in slivers(&super::root().join(member).join("src"), read) {
            let _ = writeln!(report, "{member}: {sliver}");
        }
    }
    assert!(report.is_empty(), "files of fewer than {MIN_LINES} lines with one user:\n{report}");
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
