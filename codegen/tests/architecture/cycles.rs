//! Files do not import each other in cycles.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree};

/// The files that may import each other in a cycle, by crate, with the reason: what they define is recursive. ARCHITECTURE.md
/// lists them as well.
const RECURSIVE: [(&str, &[&str], &str); 4] = [
    ("yaml", &["de", "de::access"], "a list is read by reading its items"),
    ("model", &["value", "value::nested"], "a list contains values"),
    ("lint", &["finding", "rule"], "a rule's check reports findings, and a finding names its rule"),
    (
        "diff",
        &["finding", "policy", "rule", "severities"],
        "as in `lint`; a check also takes the policy, which overrides the severities of rules",
    ),
];

/// The path of a module in its crate.
type Module = Vec<String>;

/// The modules of a crate that are files, each with its imports and the paths in its code.
#[derive(Default)]
struct Crate {
    files: BTreeMap<Module, File>,
    /// The modules that are only compiled for tests, which may import everything.
    tests: BTreeSet<Module>,
}

#[derive(Default)]
struct File {
    /// The imported names, with their paths.
    taken: HashMap<String, Vec<String>>,
    /// The paths in its code, with one or more segments.
    named: BTreeSet<Vec<String>>,
}

impl Crate {
    fn read(source: &Path) -> Self {
        let mut read = Self::default();
        for entry in walkdir::WalkDir::new(source).into_iter().map(Result::unwrap) {
            let path = entry.path().strip_prefix(source).unwrap();
            if path.extension().is_some_and(|extension| extension == "rs") {
                read.add(path, &fs::read_to_string(entry.path()).unwrap());
            }
        }
        read
    }

    fn add(&mut self, path: &Path, text: &str) {
        let mut module: Module =
            path.with_extension("").iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|name| name == "mod" || name == "lib") {
            module.pop();
        }
        let mut file = File::default();
        for item in syn::parse_file(text).unwrap().items {
            match item {
                Item::Use(item) => take(&item.tree, &mut Vec::new(), &mut file.taken),
                Item::Mod(item) if is_test(&item) && item.content.is_none() => {
                    self.tests.insert(module.iter().cloned().chain([item.ident.to_string()]).collect());
                }
                Item::Mod(item) if item.content.is_none() || is_test(&item) => {}
                // A macro can declare the modules that it names, and use an item of each.
                Item::Macro(item) if item.ident.is_none() => {
                    let mut named = BTreeSet::new();
                    paths(item.mac.tokens, &mut named);
                    let items = named.iter().filter(|path| path.len() == 1);
                    file.named.extend(items.map(|path| vec![path[0].clone(), "item".to_owned()]));
                    file.named.extend(named);
                }
                item => paths(item.to_token_stream(), &mut file.named),
            }
        }
        self.files.insert(module, file);
    }

    /// The file that defines the target of a path in a module; `None` if it is not in this crate.
    fn file_of(&self, module: &Module, path: &[String], depth: usize) -> Option<&Module> {
        let (first, rest) = path.split_first()?;
        let parent = || module.split_last().map(|(_, parent)| parent.to_vec());
        match first.as_str() {
            _ if depth > 20 => None,
            "crate" => self.below(&Vec::new(), rest, depth),
            "self" => self.below(module, rest, depth),
            "super" => self.below(&parent()?, rest, depth),
            name => {
                let child: Module = module.iter().chain([first]).cloned().collect();
                // A function may be named as a module is; only the module contains other items.
                if !rest.is_empty() && self.files.contains_key(&child) {
                    return self.below(&child, rest, depth);
                }
                let taken = self.files.get(module)?.taken.get(name)?;
                // A crate or one of its items is imported under its own name.
                if taken.first() == Some(first) && taken.len() == 1 {
                    return None;
                }
                let path: Vec<String> = taken.iter().chain(rest).cloned().collect();
                self.file_of(module, &path, depth + 1)
            }
        }
    }

    /// The file that defines the target of a path in a module: the module itself, unless it imports the name.
    fn below(&self, module: &Module, path: &[String], depth: usize) -> Option<&Module> {
        let own = || self.files.get_key_value(module).map(|(module, _)| module);
        // A module alone is not an item of it.
        path.first()?;
        if path[0] == "super" || path[0] == "self" {
            return self.file_of(module, path, depth + 1);
        }
        let is_elsewhere = self.files.get(module).is_some_and(|file| file.taken.contains_key(&path[0]))
            || self.files.contains_key(&module.iter().chain([&path[0]]).cloned().collect::<Module>());
        if is_elsewhere { self.file_of(module, path, depth + 1) } else { own() }
    }

    /// The files from which each file imports.
    fn imports(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        let is_test =
            |module: &Module| (1..=module.len()).any(|length| self.tests.contains(&module[..length]));
        let of_file = |(module, file): (&Module, &File)| -> BTreeSet<&Module> {
            let used = file.named.iter().filter_map(|path| self.file_of(module, path, 0));
            used.filter(|used| **used != *module && !is_test(used)).collect()
        };
        self.files
            .iter()
            .filter(|(module, _)| !is_test(module))
            .map(|(module, file)| (module, of_file((module, file))))
            .collect()
    }
}

fn is_test(item: &syn::ItemMod) -> bool {
    item.attrs.iter().any(|attribute| attribute.to_token_stream().to_string().contains("test"))
}

/// Collects the names that a `use` imports.
fn take(tree: &UseTree, path: &mut Vec<String>, taken: &mut HashMap<String, Vec<String>>) {
    let mut note = |name: String, last: String, path: &[String]| {
        let path = path.iter().cloned().chain((last != "self").then_some(last)).collect();
        taken.insert(name, path);
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            take(&tree.tree, path, taken);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            note(path.last().cloned().unwrap_or_default(), "self".to_owned(), path);
        }
        UseTree::Name(name) => note(name.ident.to_string(), name.ident.to_string(), path),
        UseTree::Rename(name) => note(name.rename.to_string(), name.ident.to_string(), path),
        UseTree::Group(group) => group.items.iter().for_each(|tree| take(tree, path, taken)),
        UseTree::Glob(_) => {}
    }
}

/// Collects the paths in code.
fn paths(tokens: TokenStream, found: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    let is_dot = |at: Option<usize>| matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Punct(punct)) if punct.as_char() == '.');
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => paths(group.stream(), found),
            // A name after a dot is a field or a method.
            TokenTree::Ident(first) if !is_dot(at.checked_sub(1)) => {
                let mut path = vec![first.to_string()];
                while let (true, true, Some(TokenTree::Ident(next))) =
                    (is_colon(at + 1), is_colon(at + 2), tokens.get(at + 3))
                {
                    path.push(next.to_string());
                    at += 3;
                }
                found.insert(path);
            }
            _ => {}
        }
        at += 1;
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
    let manifest = fs::read_to_string(crate::root().join("Cargo.toml")).unwrap();
    let members = members(&manifest);
    let (mut files, mut imports) = (0, 0);
    let mut expected = Vec::from(RECURSIVE);
    let mut report = String::new();
    for member in &members {
        let read = Crate::read(&crate::root().join(member).join("src"));
        assert!(!read.files.is_empty(), "{member} is read");
        files += read.files.len();
        imports += read.imports().values().map(BTreeSet::len).sum::<usize>();
        for cycle in cycles(&read) {
            let is_this =
                |(of, modules, _): &(&str, &[&str], &str)| of == member && cycle.keys().eq(*modules);
            if let Some(index) = expected.iter().position(is_this) {
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
    assert!(expected.is_empty(), "no longer cycles: {expected:?}");
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
fn members_are_read_from_the_manifest() {
    assert_eq!(
        members("[workspace]\nmembers = [\n  \"one\",\n  \"tests/two\",\n]\nexclude = [\"three\"]"),
        ["one", "tests/two"]
    );
}
