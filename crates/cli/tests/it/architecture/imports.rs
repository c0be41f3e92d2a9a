//! The imports between the files of a crate.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree};

/// The path of a module in its crate.
pub(crate) type Module = Vec<String>;

/// The modules of a crate that are files, each with its imports and the paths in its code.
#[derive(Default)]
pub(crate) struct Crate {
    pub(crate) files: BTreeMap<Module, File>,
    /// The modules that are only compiled for tests, which may import everything.
    tests: BTreeSet<Module>,
}

#[derive(Default)]
pub(crate) struct File {
    /// The imported names, with their paths.
    taken: HashMap<String, Vec<String>>,
    /// The paths in the module's code, with one or more segments.
    named: BTreeSet<Vec<String>>,
}

impl Crate {
    /// Adds a source file, by its path in the crate.
    pub(crate) fn add(&mut self, path: &Path, source: &syn::File) {
        let mut module: Module =
            path.with_extension("").iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|name| name == "mod" || name == "lib") {
            module.pop();
        }
        let mut file = File::default();
        for item in &source.items {
            match item {
                Item::Use(item) => take(&item.tree, &mut Vec::new(), &mut file.taken),
                Item::Mod(item) if is_test(item) && item.content.is_none() => {
                    self.tests.insert(module.iter().cloned().chain([item.ident.to_string()]).collect());
                }
                Item::Mod(item) if item.content.is_none() || is_test(item) => {}
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
                // A function may have the same name as a module, but only the module contains other items.
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
        // A module alone is not an item of the file.
        path.first()?;
        if path[0] == "super" || path[0] == "self" {
            return self.file_of(module, path, depth + 1);
        }
        let is_elsewhere = self.files.get(module).is_some_and(|file| file.taken.contains_key(&path[0]))
            || self.files.contains_key(&module.iter().chain([&path[0]]).cloned().collect::<Module>());
        if is_elsewhere { self.file_of(module, path, depth + 1) } else { own() }
    }

    /// The files from which each file imports.
    pub(crate) fn imports(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
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

/// Returns whether a module is only compiled for the tests of its crate. A feature of that name enables code that others use.
fn is_test(item: &syn::ItemMod) -> bool {
    item.attrs
        .iter()
        .any(|attribute| attribute.to_token_stream().to_string().replace(' ', "") == "#[cfg(test)]")
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
