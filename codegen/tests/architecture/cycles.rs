//! Files do not import each other in cycles.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree};

/// The crates without import cycles between files.
const ONE_WAY: [&str; 2] = ["codegen", "conformance"];

/// The path of a module in its crate.
type Module = Vec<String>;

/// The modules of a crate that are files, each with its imports and the paths in its code.
#[derive(Default)]
struct Crate {
    files: BTreeMap<Module, File>,
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
        // Tests may import everything.
        if module.iter().any(|name| name == "tests") {
            return;
        }
        if module.last().is_some_and(|name| name == "mod" || name == "lib") {
            module.pop();
        }
        let mut file = File::default();
        for item in syn::parse_file(text).unwrap().items {
            match item {
                Item::Use(item) => take(&item.tree, &mut Vec::new(), &mut file.taken),
                Item::Mod(item) if item.content.is_none() || is_test(&item) => {}
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
            name => match self.files.get(module)?.taken.get(name) {
                // A crate or one of its items is imported under its own name.
                Some(taken) if taken.first() == Some(first) && taken.len() == 1 => None,
                Some(taken) => {
                    let path: Vec<String> = taken.iter().chain(rest).cloned().collect();
                    self.file_of(module, &path, depth + 1)
                }
                None => {
                    let child: Module = module.iter().chain([first]).cloned().collect();
                    self.files.contains_key(&child).then(|| self.below(&child, rest, depth))?
                }
            },
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
        let is_elsewhere = self.files.get(module)?.taken.contains_key(&path[0])
            || self.files.contains_key(&module.iter().chain([&path[0]]).cloned().collect::<Module>());
        if is_elsewhere { self.file_of(module, path, depth + 1) } else { own() }
    }

    /// The files from which each file imports.
    fn imports(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        let of_file = |(module, file): (&Module, &File)| -> BTreeSet<&Module> {
            let used = file.named.iter().filter_map(|path| self.file_of(module, path, 0));
            used.filter(|used| **used != *module).collect()
        };
        self.files.iter().map(|(module, file)| (module, of_file((module, file)))).collect()
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

/// The files on a cycle, each with those of them from which it imports.
fn cycles(of: &Crate) -> Vec<String> {
    let mut imports = of.imports();
    // A file that imports none of the remaining files, or that none of them imports, is not on a cycle.
    loop {
        let imported: BTreeSet<&Module> = imports.values().flatten().copied().collect();
        let before = imports.len();
        imports.retain(|module, used| !used.is_empty() && imported.contains(module));
        let left: BTreeSet<&Module> = imports.keys().copied().collect();
        for used in imports.values_mut() {
            used.retain(|module| left.contains(module));
        }
        if imports.len() == before && imports.values().all(|used| !used.is_empty()) {
            break;
        }
    }
    let name = |module: &Module| if module.is_empty() { "lib".to_owned() } else { module.join("::") };
    let line = |(module, used): (&&Module, &BTreeSet<&Module>)| {
        let used: Vec<String> = used.iter().map(|used| name(used)).collect();
        format!("{} imports {}", name(module), used.join(", "))
    };
    imports.iter().map(line).collect()
}

#[test]
fn files_do_not_import_each_other_in_cycles() {
    for name in ONE_WAY {
        let read = Crate::read(&crate::root().join(name).join("src"));
        assert!(
            read.imports().values().map(BTreeSet::len).sum::<usize>() > read.files.len(),
            "{name} is read"
        );
        let cycles = cycles(&read);
        assert!(cycles.is_empty(), "in {name}\n{}", cycles.join("\n"));
    }
}

fn check(files: &[(&str, &str)], expect: &[&str]) {
    let mut of = Crate::default();
    for (path, text) in files {
        of.add(Path::new(path), text);
    }
    assert_eq!(cycles(&of), expect);
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
}
