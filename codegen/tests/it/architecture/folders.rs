//! Folders of one parent do not import each other in cycles, and none has too many files to look through.
//!
//! The test of files, `cycles`, cannot see this: two folders can import each other although no two of their files do. A reader
//! who wants to understand one of them then needs the other as well.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::imports::{Crate, Module};

/// Modules below one parent that may import each other in a cycle.
struct Exception {
    of: &'static str,
    parent: &'static str,
    modules: &'static [&'static str],
    reason: &'static str,
}

/// The most `.rs` files directly in a folder.
const MAX_FILES: usize = 20;

const EXCEPTIONS: [Exception; 0] = [];

/// Modules of one parent that import each other in a cycle: each with the imports of files that are part of it.
struct Cycle {
    parent: String,
    modules: BTreeMap<String, Vec<String>>,
}

/// The cycles at every level of a crate: what is below a module counts as the module.
fn cycles(of: &Crate) -> Vec<Cycle> {
    let imports = of.imports();
    let parents: BTreeSet<&[String]> =
        imports.keys().filter_map(|module| module.split_last()).map(|(_, parent)| parent).collect();
    parents.into_iter().flat_map(|parent| cycles_below(&imports, parent)).collect()
}

fn cycles_below(imports: &BTreeMap<&Module, BTreeSet<&Module>>, parent: &[String]) -> Vec<Cycle> {
    let child = |module: &Module| -> Option<String> { module.strip_prefix(parent)?.first().cloned() };
    // Between two children: the imports of files, from below the one to below the other.
    let mut edges: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (module, used) in imports {
        let Some(from) = child(module) else { continue };
        let targets = edges.entry(from.clone()).or_default();
        for (to, used) in used.iter().filter_map(|used| Some((child(used)?, used))) {
            if to != from {
                targets.entry(to).or_default().push(format!("{} -> {}", module.join("::"), used.join("::")));
            }
        }
    }
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|child| (child, reachable(&edges, child))).collect();
    let mut cycles = Vec::new();
    let mut seen: BTreeSet<&String> = BTreeSet::new();
    for (child, targets) in &reached {
        if !targets.contains(child) || seen.contains(child) {
            continue;
        }
        let members: BTreeSet<&String> =
            targets.iter().filter(|target| reached[**target].contains(child)).copied().collect();
        let modules = members.iter().map(|member| {
            let used = edges[*member].iter().filter(|(to, _)| members.contains(to));
            ((*member).clone(), used.flat_map(|(_, imports)| imports.clone()).collect())
        });
        cycles.push(Cycle { parent: parent.join("::"), modules: modules.collect() });
        seen.extend(members);
    }
    cycles
}

/// The modules that a module imports, directly or through others. It is among them itself if it is on a cycle.
fn reachable<'m>(
    edges: &'m BTreeMap<String, BTreeMap<String, Vec<String>>>,
    from: &str,
) -> BTreeSet<&'m String> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&String> = edges[from].keys().collect();
    while let Some(module) = left.pop() {
        if reached.insert(module) {
            left.extend(edges.get(module).into_iter().flat_map(BTreeMap::keys));
        }
    }
    reached
}

impl Exception {
    /// Whether it is for this cycle: it lists all of its modules, and no others.
    fn covers(&self, of: &str, cycle: &Cycle) -> bool {
        self.of == of
            && self.parent == cycle.parent
            && cycle.modules.keys().map(String::as_str).eq(self.modules.iter().copied())
    }
}

#[test]
fn folders_do_not_import_each_other_in_cycles() {
    let mut expected = Vec::from(EXCEPTIONS);
    let mut report = String::new();
    for member in super::members() {
        for cycle in cycles(&Crate::read(&super::root().join(&member).join("src"))) {
            if let Some(index) = expected.iter().position(|exception| exception.covers(&member, &cycle)) {
                expected.remove(index);
                continue;
            }
            let _ = writeln!(report, "in {member}, below `{}`:", cycle.parent);
            for (module, imports) in cycle.modules {
                let _ = writeln!(report, "  {module}: {}", imports.join(", "));
            }
        }
    }
    assert!(report.is_empty(), "cycles of folders\n{report}");
    // An exception that is no longer needed would hide the next cycle.
    if let Some(Exception { of, parent, modules, reason }) = expected.first() {
        panic!("no longer a cycle in {of}, below `{parent}`: {modules:?}, because {reason}");
    }
}
