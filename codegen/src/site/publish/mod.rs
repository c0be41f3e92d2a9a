//! Putting a finished site in place, all at once.
//!
//! The files are written into a folder beside the site's, which then takes its place in one step: a crash or a full
//! disk midway leaves the old site as it was. A manifest in the site's folder says which files are the tool's; all
//! others are carried over and never removed.

mod failed;
mod lock;
mod tree;

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use heat_yaml::Diagnostic;
use walkdir::WalkDir;

use super::{Sink, SiteFile};
use crate::input;
use failed::failed;
use lock::lock;

/// The file that lists what the tool wrote, in the site's folder.
pub const MANIFEST: &str = ".heat-codegen";

const MANIFEST_HEAD: &str =
    "# The files that heat-codegen wrote here and may remove. Other files are kept.\n";

/// A site on its way into its folder. Dropped before [`Publisher::finish`], it leaves the folder as it was.
#[derive(Debug)]
pub struct Publisher {
    out: PathBuf,
    staging: PathBuf,
    lock_path: PathBuf,
    lock: Option<File>,
    written: Mutex<BTreeSet<String>>,
    folders: Mutex<HashSet<PathBuf>>,
}

impl Sink for Publisher {
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic> {
        // Paths are made of names that schemas give: none may lead out of the site's folder.
        if !Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(
                Diagnostic::error("unwritable", "a page outside the site's folder").in_file(file.path)
            );
        }
        let path = self.staging.join(&file.path);
        if let Some(folder) = path.parent() {
            self.make_folder(folder)?;
        }
        fs::write(&path, &file.contents).map_err(|error| failed(&path, "could not be written", &error))?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if !written.insert(file.path.clone()) {
            return Err(Diagnostic::error("unwritable", "two pages have the same URL").in_file(file.path));
        }
        Ok(())
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        // After a swap this is what is left of the old site; else the new one, which is of no use unfinished. What
        // cannot be removed now is removed by the next run.
        _ = tree::remove(&self.staging);
        // First the file, then the lock: whoever has opened the file meanwhile sees that it is no longer the one.
        _ = fs::remove_file(&self.lock_path);
        drop(self.lock.take());
    }
}

impl Publisher {
    /// Makes ready to publish into a folder.
    ///
    /// # Errors
    /// When there can be no such folder, or another run is publishing there.
    pub fn new(out: &Path) -> Result<Self, Diagnostic> {
        if out.exists() && !out.is_dir() {
            return Err(Diagnostic::error("unwritable", "there is a file at the path of the site's folder")
                .in_file(out.display().to_string())
                .with_help("move it away, or choose another folder with --out"));
        }
        if let Some(parent) = out.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| failed(parent, "could not be created", &error))?;
        }
        // A symbolic link stays one: what it leads to is what changes.
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
        let beside = |suffix: &str| out.with_file_name(format!(".{name}.{suffix}"));
        let lock_path = beside("heat-codegen.lock");
        let lock = lock(&lock_path, &out)?;
        let publisher = Self {
            staging: beside("heat-codegen"),
            lock_path,
            lock: Some(lock),
            out,
            written: Mutex::default(),
            folders: Mutex::default(),
        };
        publisher.remove_leftovers()?;
        publisher.make_folder(&publisher.staging)?;
        Ok(publisher)
    }

    /// Puts what was written in the place of the old site.
    ///
    /// # Errors
    /// Whatever keeps the site from being put in place. The old site is then as it was.
    pub fn finish(self) -> Result<(), Diagnostic> {
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
        // Folders are as open or closed as they were, the innermost first: one may close what is around it.
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
        self.swap()
    }

    /// Makes a folder, once.
    fn make_folder(&self, folder: &Path) -> Result<(), Diagnostic> {
        let folders = || self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if !folders().contains(folder) {
            // Two threads may both make it: that does no harm, and neither waits for the other.
            fs::create_dir_all(folder).map_err(|error| failed(folder, "could not be created", &error))?;
            folders().insert(folder.to_path_buf());
        }
        Ok(())
    }

    /// What is in the site's folder that the tool did not write.
    fn foreign(&self, written: &BTreeSet<String>) -> Result<Foreign, Diagnostic> {
        let mut foreign = Foreign::default();
        if !self.out.exists() {
            return Ok(foreign);
        }
        let manifest = input::read(&self.out.join(MANIFEST), input::MAX_DATA).unwrap_or_default();
        let manifest = String::from_utf8(manifest).unwrap_or_default();
        let own: BTreeSet<&Path> =
            manifest.lines().filter(|line| !line.starts_with('#')).map(Path::new).collect();
        let own_folders: BTreeSet<&Path> = own.iter().flat_map(|path| path.ancestors().skip(1)).collect();
        let is_written = |path: &Path| path.to_str().is_some_and(|path| written.contains(path));
        let folders: BTreeSet<&Path> =
            written.iter().flat_map(|path| Path::new(path).ancestors().skip(1)).collect();
        for entry in WalkDir::new(&self.out).min_depth(1).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                Diagnostic::error("unreadable-file", error.to_string())
                    .in_file(self.out.display().to_string())
            })?;
            let Ok(path) = entry.path().strip_prefix(&self.out) else { continue };
            if path == Path::new(MANIFEST) || own.contains(path) {
                continue;
            }
            if entry.file_type().is_dir() {
                foreign.modes.push(path.to_path_buf());
                // One that pages are or were in needs no carrying for its own sake.
                if own_folders.contains(path) || folders.contains(path) {
                    continue;
                }
            }
            // In the place of a new file, below one, or in the place of a folder around one.
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

    /// Removes what a run that was interrupted left behind.
    fn remove_leftovers(&self) -> Result<(), Diagnostic> {
        match tree::remove(&self.staging) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(failed(&self.staging, "is a leftover of an earlier run and could not be removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Puts the new folder in the place of the old one, which is removed when this is dropped.
    fn swap(&self) -> Result<(), Diagnostic> {
        let in_place = |error: io::Error| {
            failed(&self.out, "could not be moved into place", &error)
                .with_help("the folder itself is replaced: choose one that is not a mount point")
        };
        if !self.out.exists() {
            return fs::rename(&self.staging, &self.out).map_err(in_place);
        }
        // The old folder is removed with all that is in it, and would take a mounted one along.
        if let Some(mount) = tree::mount_below(&self.out).map_err(in_place)? {
            return Err(failed(&self.out, "was not replaced", &tree::mounted(&mount)).with_help(
                "the folder itself is replaced: unmount it first, or choose another one with --out",
            ));
        }
        tree::exchange(&self.staging, &self.out).map_err(in_place)
    }
}

/// What others put into the site's folder; paths are from there.
#[derive(Debug, Default)]
struct Foreign {
    files: Vec<PathBuf>,
    /// Folders that no page is or was in, the outermost first; they may be empty.
    folders: Vec<PathBuf>,
    /// All folders, the outermost first, whose permissions are kept.
    modes: Vec<PathBuf>,
}
