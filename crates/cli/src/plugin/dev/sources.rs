//! The sources of a plug-in, whose changes are noticed by comparing times.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};

/// Folders that have no sources of a plug-in.
const SKIPPED: [&str; 5] = ["__pycache__", "build", "dist", "node_modules", "target"];

/// The files and folders of a crate that decide on its library; paths outside of it are not watched.
const OF_CRATE: [&str; 6] = ["Cargo.toml", "Cargo.lock", "build.rs", "src", "schemas", ".cargo"];

/// The sources of a plug-in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sources {
    /// The folder of a crate.
    Crate(PathBuf),
    /// A file, or a folder with modules, in Python.
    Python(PathBuf),
}

/// State of each file: the time of its last change, and its size.
pub(super) type Snapshot = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

impl Sources {
    /// State of all files.
    pub(super) fn snapshot(&self) -> Snapshot {
        match self {
            Self::Crate(folder) => {
                OF_CRATE.iter().flat_map(|name| files(&folder.join(name), |_| true)).collect()
            }
            Self::Python(path) => {
                files(path, |file| file.extension().is_some_and(|end| end == "py")).into_iter().collect()
            }
        }
    }
}

fn files(root: &Path, is_source: fn(&Path) -> bool) -> Vec<(PathBuf, (Option<SystemTime>, u64))> {
    let walk = WalkDir::new(root).follow_links(true).into_iter().filter_entry(is_entered);
    // What cannot be read, or is removed meanwhile, is no source.
    walk.filter_map(Result::ok)
        .filter_map(|entry| Some((entry.metadata().ok().filter(Metadata::is_file)?, entry.into_path())))
        .filter(|(_, path)| is_source(path))
        .map(|(metadata, path)| (path, (metadata.modified().ok(), metadata.len())))
        .collect()
}

fn is_entered(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    // Editors write hidden files beside those that are edited.
    let is_skipped = name.starts_with('.') || SKIPPED.contains(&name.as_ref());
    entry.depth() == 0 || !is_skipped && !entry.path().join("pyvenv.cfg").is_file()
}

/// The file that was changed, added or removed first, by its path, with the number of others.
pub(super) fn changed(before: &Snapshot, after: &Snapshot) -> Option<(PathBuf, usize)> {
    let differs = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    let mut all = after.keys().chain(removed).filter(differs);
    let first = all.next()?;
    Some((first.clone(), all.count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary_folder::TemporaryFolder;
    use std::fs;

    #[test]
    fn changes_of_sources_are_noticed() {
        let folder = TemporaryFolder::new("sources").unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let library = file("src/lib.rs", "");
        let sources = Sources::Crate(folder.path().to_owned());
        let before = sources.snapshot();
        file("target/x", "");
        file("src/.lib.rs.swp", "");
        file("README.md", "");
        assert_eq!(changed(&before, &sources.snapshot()), None);
        file("src/lib.rs", "// changed");
        let added = file("schemas/A.yaml", "");
        let after = sources.snapshot();
        assert_eq!(changed(&before, &after), Some((added.clone(), 1)));
        fs::remove_file(&library).unwrap();
        assert_eq!(changed(&after, &sources.snapshot()), Some((library, 0)));
        let python = Sources::Python(folder.path().to_owned());
        let before = python.snapshot();
        file("plug.txt", "");
        let module = file("plug.py", "");
        assert_eq!(changed(&before, &python.snapshot()), Some((module, 0)));
    }
}
