//! Files do not import each other in cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::imports::{Crate, Module};

/// The files that may import each other in a cycle: a module stands for its file and those below it.
struct Exception {
    of: &'static str,
    modules: &'static [&'static str],
    reason: &'static str,
}

/// The cycles that are there, with the reason; ARCHITECTURE.md lists them as well.
const EXCEPTIONS: [Exception; 9] = [
    Exception { of: "crates/yaml", modules: &["de"], reason: "a list is read by reading its items" },
    Exception { of: "crates/model", modules: &["value"], reason: "a list contains values" },
    Exception {
        of: "crates/lint",
        modules: &["finding", "rule"],
        reason: "a rule's check reports findings, and a finding names its rule",
    },
    Exception {
        of: "crates/diff",
        modules: &["check", "finding", "policy", "rule", "severities"],
        reason: "as in `lint`; a check also takes the policy, which overrides the severities of rules",
    },
    Exception {
        of: "crates/yaql",
        modules: &["data", "library", "run", "syntax"],
        reason: "a value can be an expression with its context, and a context has values; functions evaluate expressions, which call them",
    },
    Exception {
        of: "crates/hot",
        modules: &["conditions", "data", "fault", "function", "scope", "snippet", "stack"],
        reason: "an argument of a function is a snippet, and a snippet contains functions",
    },
    Exception {
        of: "crates/hot",
        modules: &["parameter::check", "parameter::constraint", "parameter::custom"],
        reason: "not recursive: a limit and an error of `check` are used below it, and have to move",
    },
    Exception {
        of: "crates/hot",
        modules: &["template::validate"],
        reason: "not recursive: the planned resource is in its `mod.rs`, and has to move below",
    },
    Exception {
        of: "crates/hot",
        modules: &["environment"],
        reason: "not recursive: what its files share is in the two `mod.rs`, and has to move",
    },
];

impl Exception {
    /// Whether it is for this cycle: it lists all of its files, and no others.
    fn covers(&self, of: &str, cycle: &BTreeMap<String, String>) -> bool {
        let is_in = |file: &str, module: &str| {
            file.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        self.of == of
            && cycle.keys().all(|file| self.modules.iter().any(|module| is_in(file, module)))
            && self.modules.iter().all(|module| cycle.keys().any(|file| is_in(file, module)))
    }
}

/// The cycles of a crate: files that import each other, directly or through others, each with what it imports from the others.
fn cycles(of: &Crate) -> Vec<BTreeMap<String, String>> {
    let imports = of.imports();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (*module, reachable(&imports, module))).collect();
    let name = |module: &Module| if module.is_empty() { "lib".to_owned() } else { module.join("::") };
    let mut cycles = Vec::new();
    let mut seen: BTreeSet<&Module> = BTreeSet::new();
    for (module, targets) in &reached {
        if !targets.contains(module) || seen.contains(module) {
            continue;
        }
        let members: BTreeSet<&Module> =
            targets.iter().filter(|target| reached[**target].contains(module)).copied().collect();
        let imported = members.iter().map(|member| {
            let used: Vec<String> = imports[member].intersection(&members).map(|used| name(used)).collect();
            (name(member), used.join(", "))
        });
        cycles.push(imported.collect());
        seen.extend(members);
    }
    cycles
}

/// The files that a file imports, directly or through others. It is among them itself if it is on a cycle.
fn reachable<'m>(
    imports: &BTreeMap<&'m Module, BTreeSet<&'m Module>>,
    from: &Module,
) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&Module> = imports[from].iter().copied().collect();
    while let Some(module) = left.pop() {
        if reached.insert(module) {
            left.extend(&imports[module]);
        }
    }
    reached
}

/// The folders of the workspace's members.
fn members(manifest: &str) -> Vec<&str> {
    let (_, list) = manifest.split_once("\nmembers = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split('"').skip(1).step_by(2).collect()
}

#[test]
fn files_do_not_import_each_other_in_cycles() {
    let manifest = fs::read_to_string(super::root().join("Cargo.toml")).unwrap();
    let members = members(&manifest);
    let (mut files, mut imports) = (0, 0);
    let mut expected = Vec::from(EXCEPTIONS);
    let mut report = String::new();
    for member in &members {
        let read = Crate::read(&super::root().join(member).join("src"));
        assert!(!read.files.is_empty(), "{member} is read");
        files += read.files.len();
        imports += read.imports().values().map(BTreeSet::len).sum::<usize>();
        for cycle in cycles(&read) {
            if let Some(index) = expected.iter().position(|exception| exception.covers(member, &cycle)) {
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
        of.add(Path::new(path), text);
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
    // Through a re-export of another module, and from a child to its parent.
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
    for (one, other) in [("a", "b"), ("c", "d")] {
        of.add(Path::new(&format!("{one}.rs")), &format!("pub fn call() {{ crate::{other}::call() }}"));
        of.add(Path::new(&format!("{other}.rs")), &format!("pub fn call() {{ crate::{one}::call() }}"));
    }
    of.add(Path::new("between.rs"), "pub fn call() { crate::c::call() }");
    of.add(Path::new("a.rs"), "pub fn call() { crate::b::call(); crate::between::call() }");
    let files: Vec<Vec<String>> = cycles(&of).into_iter().map(|cycle| cycle.into_keys().collect()).collect();
    assert_eq!(files, [["a", "b"], ["c", "d"]]);
}

#[test]
fn a_module_that_a_macro_declares_is_imported() {
    let list =
        "pub struct Rule; macro_rules! rules { ($($name:ident)*) => { $(mod $name;)* } } rules! { one }";
    check(
        &[("rules/mod.rs", list), ("rules/one.rs", "fn of(_: super::Rule) {}")],
        &["rules imports rules::one", "rules::one imports rules"],
    );
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

#[test]
fn an_exception_lists_the_files_of_a_cycle() {
    let exception = Exception { of: "crates/hot", modules: &["function", "snippet"], reason: "" };
    let check = |of: &str, files: &[&str], expect: bool| {
        let cycle = files.iter().map(|file| ((*file).to_owned(), String::new())).collect();
        assert_eq!(exception.covers(of, &cycle), expect, "{of} {files:?}");
    };
    check("crates/hot", &["function::list", "snippet"], true);
    check("crates/hot", &["function", "function::list", "snippet", "snippet::parse"], true);
    check("crates/hot", &["function", "snippet", "stack"], false);
    check("crates/hot", &["functions", "snippet"], false);
    check("crates/hot", &["function", "function::list"], false);
    check("crates/model", &["function", "snippet"], false);
}

#[test]
fn members_are_read_from_the_manifest() {
    assert_eq!(
        members("[workspace]\nmembers = [\n  \"one\",\n  \"tests/two\",\n]\nexclude = [\"three\"]"),
        ["one", "tests/two"]
    );
}
