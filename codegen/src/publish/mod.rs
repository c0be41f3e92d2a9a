//! Publishing a finished site, all at once.
//!
//! The files are written to a folder next to the site's, which then replaces it in one step: after a crash or on a full disk,
//! the old site is unchanged. A manifest in the site's folder lists the tool's own files; all others are carried over and never
//! removed.

mod failed;
mod lock;
mod old_site;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use heat_site::{Sink, SiteFile};
use heat_yaml::Diagnostic;
use walkdir::WalkDir;

use failed::failed;
use lock::lock;
use old_site::OldSite;

pub use old_site::MANIFEST;

const MANIFEST_HEAD: &str =
    "# The files that heat-codegen wrote here and may remove. Other files are kept.\n";

/// A site that is being written. If it is dropped before [`Publisher::finish`], the folder is unchanged.
#[derive(Debug)]
pub struct Publisher {
    out: PathBuf,
    staging: PathBuf,
    lock_path: PathBuf,
    lock: Option<File>,
    old: OldSite,
    written: Mutex<BTreeSet<String>>,
    folders: Mutex<HashSet<PathBuf>>,
}

impl Sink for Publisher {
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic> {
        // Paths consist of names from schemas: none may lead out of the site's folder.
        if !Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(
                Diagnostic::error("unwritable", "a page outside the site's folder").in_file(file.path)
            );
        }
        let path = self.staging.join(&file.path);
        if let Some(folder) = path.parent() {
            self.make_folder(folder)?;
        }
        if !self.old.link(&file.path, &file.contents, &path) {
            fs::write(&path, &file.contents)
                .map_err(|error| failed(&path, "could not be written", &error))?;
        }
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if !written.insert(file.path.clone()) {
            return Err(Diagnostic::error("unwritable", "two pages have the same URL").in_file(file.path));
        }
        Ok(())
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        // The new site is useless if it is unfinished. Anything that cannot be removed now is removed by the next run.
        _ = tree::remove(&self.staging);
        // The file is removed before the lock is released: a process that has opened the file in the meantime detects that it was
        // removed.
        _ = fs::remove_file(&self.lock_path);
        drop(self.lock.take());
    }
}

impl Publisher {
    /// Prepares for publishing to a folder.
    ///
    /// # Errors
    /// If the folder cannot be created, or another run is publishing there.
    pub fn new(out: &Path) -> Result<Self, Diagnostic> {
        if out.exists() && !out.is_dir() {
            return Err(Diagnostic::error("unwritable", "there is a file at the path of the site's folder")
                .in_file(out.display().to_string())
                .with_help("move it away, or choose another folder with --out"));
        }
        if let Some(parent) = out.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| failed(parent, "could not be created", &error))?;
        }
        // A symbolic link stays a link: its target is replaced.
        let out = if out.exists() {
            out.canonicalize().map_err(|error| failed(out, "could not be found", &error))?
        } else {
            out.to_path_buf()
        };
        let Some(name) = out.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return Err(Diagnostic::error("unwritable", "not a folder that a site can replace")
                .in_file(out.display().to_string())
                .with_help("choose a separate folder with --out"));
        };
        let sibling = |suffix: &str| out.with_file_name(format!(".{name}.{suffix}"));
        let lock_path = sibling("heat-codegen.lock");
        let lock = lock(&lock_path, &out)?;
        let staging = sibling("heat-codegen");
        let mut publisher = Self {
            old: OldSite::default(),
            staging,
            lock_path,
            lock: Some(lock),
            out,
            written: Mutex::default(),
            folders: Mutex::default(),
        };
        publisher.remove_leftovers()?;
        publisher.make_folder(&publisher.staging)?;
        // The list of files is always a new file.
        let manifest = publisher.staging.join(MANIFEST);
        fs::write(&manifest, MANIFEST_HEAD)
            .map_err(|error| failed(&manifest, "could not be written", &error))?;
        publisher.old = OldSite::read(&publisher.out, &manifest);
        Ok(publisher)
    }

    /// Replaces the old site with the new one, and removes the old one.
    ///
    /// # Errors
    /// If the site cannot be published. The old site is then unchanged.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let foreign = self.foreign(&written)?;
        let not_carried = |path: &Path, error: &io::Error| failed(path, "could not be copied", error);
        for path in &foreign.folders {
            self.make_folder(&self.staging.join(path))?;
        }
        for path in &foreign.files {
            let (from, to) = (self.out.join(path), self.staging.join(path));
            if let Some(folder) = to.parent() {
                self.make_folder(folder)?;
            }
            tree::carry(&from, &to).map_err(|error| not_carried(&from, &error))?;
        }
        // Folders keep their permissions, innermost first: an outer one may restrict access to those that it contains.
        for path in foreign.modes.iter().rev().filter(|path| self.staging.join(path).is_dir()) {
            let from = self.out.join(path);
            tree::keep_owner_and_mode(&from, &self.staging.join(path))
                .map_err(|error| not_carried(&from, &error))?;
        }
        let mut manifest = MANIFEST_HEAD.to_owned();
        for path in &written {
            manifest.push_str(path);
            manifest.push('\n');
        }
        let path = self.staging.join(MANIFEST);
        fs::write(&path, manifest).map_err(|error| failed(&path, "could not be written", &error))?;
        if self.out.exists() {
            tree::keep_owner_and_mode(&self.out, &self.staging)
                .map_err(|error| failed(&self.staging, "could not set its permissions", &error))?;
        }
        self.swap()?;
        // Leftovers that cannot be removed now are removed by the next run.
        _ = tree::remove(&self.staging);
        Ok(())
    }

    /// Creates a folder, unless it was created before.
    fn make_folder(&self, folder: &Path) -> Result<(), Diagnostic> {
        let folders = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if !folders().contains(folder) {
            // Two threads may both create it: this does no harm, and neither waits for the other.
            fs::create_dir_all(folder).map_err(|error| failed(folder, "could not be created", &error))?;
            folders().insert(folder.to_path_buf());
        }
        Ok(())
    }

    /// The files in the site's folder that the tool did not write.
    fn foreign(&self, written: &BTreeSet<String>) -> Result<Foreign, Diagnostic> {
        let mut foreign = Foreign::default();
        if !self.out.exists() {
            return Ok(foreign);
        }
        let own = &self.old.own;
        let own_folders = folders_of(own);
        let is_written = |path: &Path| path.to_str().is_some_and(|path| written.contains(path));
        let folders = folders_of(written);
        for entry in WalkDir::new(&self.out).min_depth(1).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                Diagnostic::error("unreadable-file", error.to_string())
                    .in_file(self.out.display().to_string())
            })?;
            let Ok(path) = entry.path().strip_prefix(&self.out) else { continue };
            if path == Path::new(MANIFEST) || path.to_str().is_some_and(|path| own.contains(path)) {
                continue;
            }
            if entry.file_type().is_dir() {
                foreign.modes.push(path.to_path_buf());
                // A folder that contains or contained pages need not be carried over for its own sake.
                if own_folders.contains(path) || folders.contains(path) {
                    continue;
                }
            }
            // At the path of a new file, below one, or at the path of a folder that contains one.
            let is_dir = entry.file_type().is_dir();
            let in_the_way = path.ancestors().any(is_written) || (!is_dir && folders.contains(path));
            if in_the_way {
                return Err(Diagnostic::error(
                    "unwritable",
                    "a file that this tool did not write is in the way",
                )
                .in_file(entry.path().display().to_string())
                .with_help("move it away, or choose another folder with --out"));
            }
            let list = if is_dir { &mut foreign.folders } else { &mut foreign.files };
            list.push(path.to_path_buf());
        }
        Ok(foreign)
    }

    /// Removes the leftovers of an interrupted run.
    fn remove_leftovers(&self) -> Result<(), Diagnostic> {
        match tree::remove(&self.staging) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(failed(&self.staging, "is a leftover of an earlier run and could not be removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Exchanges the old folder with the new one.
    fn swap(&self) -> Result<(), Diagnostic> {
        let in_place = |error: io::Error| {
            failed(&self.out, "could not be moved into place", &error)
                .with_help("the folder itself is replaced: choose one that is not a mount point")
        };
        if !self.out.exists() {
            return fs::rename(&self.staging, &self.out).map_err(in_place);
        }
        // The old folder is removed with everything in it, including mounted folders.
        if let Some(mount) = tree::mount_below(&self.out).map_err(in_place)? {
            return Err(failed(&self.out, "was not replaced", &tree::mounted(&mount)).with_help(
                "the folder itself is replaced: unmount it first, or choose another one with --out",
            ));
        }
        tree::exchange(&self.staging, &self.out).map_err(in_place)
    }
}

/// The folders that contain files, at any depth.
fn folders_of(paths: &BTreeSet<String>) -> HashSet<&Path> {
    let mut folders = HashSet::new();
    let mut last = None;
    // Most files are in the same folder as the one before.
    for folder in paths.iter().filter_map(|path| Path::new(path).parent()) {
        if last != Some(folder) {
            folders.extend(folder.ancestors());
            last = Some(folder);
        }
    }
    folders
}

/// The files that others put into the site's folder; paths are relative to it.
#[derive(Debug, Default)]
struct Foreign {
    files: Vec<PathBuf>,
    /// Folders that neither contain nor contained pages, outermost first; they may be empty.
    folders: Vec<PathBuf>,
    /// All folders, outermost first, whose permissions are preserved.
    modes: Vec<PathBuf>,
}
