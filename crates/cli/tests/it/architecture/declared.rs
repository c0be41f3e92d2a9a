//! The declarations in the sources: modules, items, variants, methods and fields, each with its full path.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Fields, ImplItem, Item, TraitItem, UseTree};

/// The names of a workspace.
#[derive(Default)]
pub(crate) struct Declared {
    /// Paths of items and modules, starting with the crate's folder: `model::evaluate::Evaluator`.
    paths: HashSet<Vec<String>>,
    /// Paths of the members of types: methods, variants, fields.
    members: HashSet<Vec<String>>,
    /// Features and packages, by name.
    packages: BTreeSet<String>,
    /// Files, by their path from the root.
    files: BTreeSet<PathBuf>,
}

/// Folders that contain no files of the project itself.
const SKIPPED: [&str; 3] = ["target", ".git", "node_modules"];

impl Declared {
    /// Reads the workspace below `root`, and passes each source file on, with its path.
    pub(crate) fn read(root: &Path, mut each: impl FnMut(&Path, &syn::File)) -> Self {
        let mut declared = Self::default();
        let entries = walkdir::WalkDir::new(root).into_iter();
        let entries =
            entries.filter_entry(|entry| !SKIPPED.contains(&entry.file_name().to_str().unwrap_or_default()));
        for entry in entries.map(Result::unwrap) {
            let path = entry.path().strip_prefix(root).unwrap();
            if module(path).is_some() {
                let text = fs::read_to_string(entry.path()).unwrap();
                let file =
                    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                declared.add_source(path, &file);
                each(path, &file);
            }
            if path.ends_with("Cargo.toml") {
                declared.add_manifest(&fs::read_to_string(entry.path()).unwrap());
            }
            declared.files.insert(path.to_path_buf());
        }
        declared
    }

    /// Adds a source file and its declarations.
    pub(crate) fn add_source(&mut self, path: &Path, file: &syn::File) {
        self.files.extend(path.ancestors().map(Path::to_path_buf));
        let module = module(path).unwrap_or_default();
        self.add_items(&module, &file.items);
        self.paths.insert(module);
    }

    /// Adds the names of a manifest's package, features and dependencies: the keys in all of its tables, and the package name.
    pub(crate) fn add_manifest(&mut self, text: &str) {
        for line in text.lines() {
            let Some((key, value)) = line.split_once('=') else { continue };
            let key = key.trim().trim_end_matches(".workspace");
            self.packages.insert(if key == "name" { value.trim().trim_matches('"') } else { key }.to_owned());
        }
    }

    fn add_items(&mut self, module: &[String], items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(item) => self.add(module, &item.sig.ident),
                Item::Const(item) => self.add(module, &item.ident),
                Item::Static(item) => self.add(module, &item.ident),
                Item::Type(item) => self.add(module, &item.ident),
                Item::Macro(item) => item.ident.iter().for_each(|name| self.add(module, name)),
                Item::Struct(item) => {
                    self.add(module, &item.ident);
                    self.add_fields(module, &item.ident, &item.fields);
                }
                Item::Enum(item) => {
                    self.add(module, &item.ident);
                    for variant in &item.variants {
                        self.add_member(module, &item.ident, &variant.ident);
                    }
                }
                Item::Trait(item) => {
                    self.add(module, &item.ident);
                    for member in &item.items {
                        if let TraitItem::Fn(member) = member {
                            self.add_member(module, &item.ident, &member.sig.ident);
                        }
                    }
                }
                Item::Impl(item) => {
                    let syn::Type::Path(of) = &*item.self_ty else { continue };
                    let Some(of) = of.path.segments.last() else { continue };
                    for member in &item.items {
                        match member {
                            ImplItem::Fn(member) => self.add_member(module, &of.ident, &member.sig.ident),
                            ImplItem::Const(member) => self.add_member(module, &of.ident, &member.ident),
                            _ => {}
                        }
                    }
                }
                Item::Mod(item) => {
                    self.add(module, &item.ident);
                    if let Some((_, items)) = &item.content {
                        self.add_items(&join(module, &item.ident), items);
                    }
                }
                Item::Use(item) => self.add_use(module, &item.tree),
                _ => {}
            }
        }
    }

    fn add_fields(&mut self, module: &[String], of: &syn::Ident, fields: &Fields) {
        for name in fields.iter().filter_map(|field| field.ident.as_ref()) {
            self.add_member(module, of, name);
        }
    }

    /// Adds an imported item, because it can also be named through the importing module.
    fn add_use(&mut self, module: &[String], tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_use(module, &path.tree),
            UseTree::Name(name) => self.add(module, &name.ident),
            UseTree::Rename(name) => self.add(module, &name.rename),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(module, tree)),
            UseTree::Glob(_) => {}
        }
    }

    fn add(&mut self, module: &[String], name: &syn::Ident) {
        self.paths.insert(join(module, name));
    }

    fn add_member(&mut self, module: &[String], of: &syn::Ident, name: &syn::Ident) {
        self.members.insert(join(&join(module, of), name));
    }

    /// Returns whether the path is declared, or is the end of a declared path. A path that starts with a crate must match as a
    /// whole; members of a type are found wherever the type is declared.
    pub(crate) fn has_path(&self, path: &[&str]) -> bool {
        let ends_with = |declared: &Vec<String>| {
            declared.len() >= path.len() && declared[declared.len() - path.len()..].iter().eq(path)
        };
        if path.len() == 1 {
            return self.paths.iter().any(ends_with);
        }
        let starts_with_crate = self.paths.contains(&[path[0].to_owned()][..]);
        if !starts_with_crate {
            return self.paths.iter().chain(&self.members).any(ends_with);
        }
        let owned: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        self.paths.contains(&owned) || {
            // The path is that of a member if the type is declared or imported at the path before it, and has the member.
            let (of, member) = (&owned[..owned.len() - 1], &path[path.len() - 2..]);
            self.paths.contains(of)
                && self.members.iter().any(|declared| declared[declared.len() - 2..].iter().eq(member))
        }
    }

    /// Returns whether a package, a dependency or a feature has the name.
    pub(crate) fn has_package(&self, name: &str) -> bool {
        self.packages.contains(name)
    }

    /// Returns whether there is such a file or folder: the path starts at the root, with `*` for any part of a name; a single
    /// name can be anywhere.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        if let Some((before, after)) = path.split_once('*') {
            let fits = |file: &Path| {
                file.to_str().is_some_and(|file| {
                    let rest = file.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                    rest.is_some_and(|rest| !rest.contains('/'))
                })
            };
            return self.files.iter().any(|file| fits(file));
        }
        let is_name = !path.contains('/');
        self.files.contains(Path::new(path))
            || is_name && self.files.iter().any(|file| file.file_name().is_some_and(|name| name == path))
    }
}

fn join(module: &[String], name: &syn::Ident) -> Vec<String> {
    module.iter().cloned().chain([name.to_string()]).collect()
}

/// The module of a source file, starting with the crate's folder. `None` if it is not a source file of a crate.
fn module(path: &Path) -> Option<Vec<String>> {
    let names: Vec<&str> = path.iter().map(|name| name.to_str()).collect::<Option<_>>()?;
    let source = names.iter().position(|name| *name == "src")?;
    let (file, folders) = names.get(source + 1..)?.split_last()?;
    let stem = file.strip_suffix(".rs")?;
    let of = names.get(source.checked_sub(1)?)?.replace('-', "_");
    let name = Some(stem).filter(|stem| !matches!(*stem, "mod" | "lib" | "main"));
    Some([of.as_str()].into_iter().chain(folders.iter().copied()).chain(name).map(str::to_owned).collect())
}
