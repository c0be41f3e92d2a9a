//! Changes to files below a folder: the root of this system, or an image.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink};
use std::path::{Component, Path, PathBuf};

use heat_deployments::files::replace;

use super::manifest::{Done, Manifest, digest};

/// Path of the manifest: files that were written, and files that were moved aside.
const MANIFEST: &str = "/var/lib/heat-config/installed";

/// Folder for files that were moved aside, each at its original path.
const REPLACED: &str = "/var/lib/heat-config/replaced";

/// A root folder, the changes made in it, and the lines to report.
pub(super) struct Root {
    folder: PathBuf,
    is_dry_run: bool,
    is_forced: bool,
    manifest: Manifest,
    /// The manifest as stored in its file.
    recorded: Manifest,
    /// Paths that a dry run would move aside.
    would_move: Vec<String>,
    lines: Vec<String>,
    changes: usize,
    problems: usize,
}

impl Root {
    /// Opens the folder with its manifest.
    pub(super) fn open(folder: &Path, is_dry_run: bool, is_forced: bool) -> io::Result<Self> {
        let folder = folder.canonicalize()?;
        let mut root = Self {
            folder,
            is_dry_run,
            is_forced,
            manifest: Manifest::default(),
            recorded: Manifest::default(),
            would_move: Vec::new(),
            lines: Vec::new(),
            changes: 0,
            problems: 0,
        };
        if let Some(text) = root.read(MANIFEST)? {
            root.recorded = Manifest::parse(&String::from_utf8_lossy(&text));
            root.manifest.clone_from(&root.recorded);
        }
        Ok(root)
    }

    /// Resolves a path in the system to a real path. A link in an image can lead out of it: to the system in which the image is
    /// created.
    ///
    /// # Errors
    /// If the real path is outside the folder.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let mut place = self.folder.clone();
        let mut names = Path::new(path).components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        let last = names.next_back();
        for name in names {
            place.push(name);
            place = match place.canonicalize() {
                Ok(real) if real.starts_with(&self.folder) => real,
                Ok(real) => {
                    let problem = format!("{path} would be outside, in {}", real.display());
                    return Err(io::Error::other(problem));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if place.is_symlink() {
                        return Err(io::Error::other(format!("{} leads nowhere", place.display())));
                    }
                    place
                }
                Err(error) => return Err(at(path, &error)),
            };
        }
        place.extend(last);
        Ok(place)
    }

    /// Reads the content of a file. `None` if there is no such file.
    pub(super) fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.place(path)?) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(path, &error)),
        }
    }

    /// Names in a folder, sorted. Empty if there is no such folder.
    pub(super) fn names(&self, path: &str) -> Vec<String> {
        let entries =
            self.place(&format!("{path}/x")).ok().and_then(|place| fs::read_dir(place.parent()?).ok());
        let names = entries.into_iter().flatten();
        let mut names: Vec<String> =
            names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }

    /// Returns whether a path exists, also as a broken link.
    pub(super) fn exists(&self, path: &str) -> bool {
        let is_moved = self.would_move.iter().any(|moved| moved == path);
        !is_moved && self.place(path).is_ok_and(|place| place.symlink_metadata().is_ok())
    }

    /// Returns whether this program has written something at a path. It may have been removed since.
    pub(super) fn was_written(&self, path: &str) -> bool {
        self.manifest.written(path).is_some()
    }

    /// Returns whether a path refers to this file.
    pub(super) fn is_same(&self, path: &str, file: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        self.place(path).is_ok_and(|place| real(&place).is_some() && real(&place) == real(file))
    }

    /// Creates a folder unless it exists.
    pub(super) fn folder(&mut self, path: &str, mode: u32) -> io::Result<()> {
        let place = self.place(path)?;
        if place.is_dir() {
            return Ok(());
        }
        let make = || {
            make_parents(&place)?;
            DirBuilder::new().mode(mode).create(&place)?;
            fs::set_permissions(&place, Permissions::from_mode(mode))
        };
        self.change(path, format!("folder {path}"), Done::Folder, make)
    }

    /// Writes a file, unless another program has written one there.
    pub(super) fn file(&mut self, path: &str, mode: u32, content: &[u8]) -> io::Result<()> {
        if self.read(path)?.as_deref() == Some(content) {
            return Ok(());
        }
        if self.may_write(path)? {
            return self.write(path, mode, content);
        }
        self.keep(path);
        Ok(())
    }

    /// Writes a file for settings. An existing file has been changed on purpose, and is kept.
    pub(super) fn settings(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        match self.read(path)? {
            Some(found) if found == content => Ok(()),
            Some(_) if !self.is_own(path)? => {
                self.lines.push(format!("kept {path}, which has been changed"));
                Ok(())
            }
            _ => self.write(path, 0o644, content),
        }
    }

    /// Creates a link, unless something else is at the path.
    pub(super) fn link(&mut self, path: &str, target: &str) -> io::Result<()> {
        let place = self.place(path)?;
        if fs::read_link(&place).is_ok_and(|found| found == Path::new(target)) {
            return Ok(());
        }
        if !self.may_write(path)? {
            self.keep(path);
            return Ok(());
        }
        let make = || {
            make_parents(&place)?;
            if place.is_symlink() {
                fs::remove_file(&place)?;
            }
            symlink(target, &place)
        };
        self.change(path, format!("link {path} -> {target}"), Done::Link(target.to_owned()), make)
    }

    fn write(&mut self, path: &str, mode: u32, content: &[u8]) -> io::Result<()> {
        let place = self.place(path)?;
        let make = || make_parents(&place).and_then(|()| replace(&place, mode, content));
        self.change(path, format!("file {path}"), Done::File(digest(content)), make)
    }

    /// Makes a change at a path and records it, unless this is a dry run.
    fn change(
        &mut self,
        path: &str,
        line: String,
        done: Done,
        make: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.is_dry_run {
            make().map_err(|error| at(path, &error))?;
            self.manifest.add(path, done);
        }
        self.say(line);
        Ok(())
    }

    /// Returns whether the path does not exist, or was written by this program. With `--force`, other files are moved aside.
    fn may_write(&mut self, path: &str) -> io::Result<bool> {
        if !self.exists(path) || self.is_own(path)? {
            return Ok(true);
        }
        if self.is_forced {
            self.move_aside(path)?;
        }
        Ok(self.is_forced)
    }

    /// Returns whether a path still has the content that this program has written.
    fn is_own(&self, path: &str) -> io::Result<bool> {
        let place = self.place(path)?;
        Ok(match self.manifest.written(path) {
            Some(Done::File(written)) => {
                !place.is_symlink() && self.read(path)?.is_some_and(|content| digest(&content) == *written)
            }
            Some(Done::Link(target)) => fs::read_link(&place).is_ok_and(|found| found == Path::new(target)),
            Some(Done::Folder) => place.is_dir(),
            Some(Done::Moved) | None => false,
        })
    }

    fn keep(&mut self, path: &str) {
        self.problem(&format!("kept {path}, which is not from heat-config, or has been changed"));
    }

    /// Moves a file of another program to a folder from which it can be restored.
    pub(super) fn move_aside(&mut self, path: &str) -> io::Result<()> {
        if self.is_own(path)? {
            return Ok(());
        }
        let replaced = format!("{REPLACED}{path}");
        let (from, to) = (self.place(path)?, self.place(&replaced)?);
        if to.symlink_metadata().is_ok() {
            return Err(io::Error::other(format!("{path} cannot be moved: {replaced} is in the way")));
        }
        if self.is_dry_run {
            self.would_move.push(path.to_owned());
        }
        let make = || make_parents(&to).and_then(|()| move_file(&from, &to));
        self.change(path, format!("moved {path} to {replaced}"), Done::Moved, make)
    }

    /// Replaces a file of another program, which is kept.
    pub(super) fn replace_file(&mut self, path: &str, mode: u32, content: &[u8]) -> io::Result<()> {
        if self.exists(path) && self.read(path)?.as_deref() != Some(content) {
            self.move_aside(path)?;
        }
        self.file(path, mode, content)
    }

    /// Replaces a file of another program by a link. The file is kept.
    pub(super) fn replace_link(&mut self, path: &str, target: &str) -> io::Result<()> {
        let place = self.place(path)?;
        if self.exists(path) && fs::read_link(&place).is_ok_and(|found| found == Path::new(target)) {
            return Ok(());
        }
        if self.exists(path) {
            self.move_aside(path)?;
        }
        self.link(path, target)
    }

    /// Writes the manifest.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.is_dry_run || self.manifest == self.recorded {
            return Ok(());
        }
        let place = self.place(MANIFEST)?;
        let text = self.manifest.to_text();
        let written = make_parents(&place).and_then(|()| replace(&place, 0o644, text.as_bytes()));
        written.map_err(|error| at(MANIFEST, &error))
    }

    /// Removes files that were written, and restores files that were moved aside. A change that cannot be undone stays in the
    /// manifest for the next attempt.
    pub(super) fn undo(&mut self) -> io::Result<()> {
        // The manifest is in one of the folders.
        if !self.is_dry_run && !self.recorded.0.is_empty() {
            fs::remove_file(self.place(MANIFEST)?).map_err(|error| at(MANIFEST, &error))?;
            self.recorded = Manifest::default();
        }
        let mut kept = Manifest::default();
        for (path, done) in self.manifest.0.clone().into_iter().rev() {
            // The manifest will be there again.
            let is_needed = !kept.0.is_empty() && Path::new(MANIFEST).parent() == Some(Path::new(&path));
            let undone = !is_needed
                && self.undo_one(&path, &done).unwrap_or_else(|error| {
                    self.problem(&error.to_string());
                    false
                });
            if !undone {
                kept.0.push((path, done));
            }
        }
        kept.0.reverse();
        self.manifest = kept;
        Ok(())
    }

    /// Returns whether there is nothing left to do.
    fn undo_one(&mut self, path: &str, done: &Done) -> io::Result<bool> {
        let place = self.place(path)?;
        match done {
            Done::Moved => {
                let replaced = self.place(&format!("{REPLACED}{path}"))?;
                if !self.is_dry_run && self.exists(path) {
                    self.problem(&format!("kept {path}: what was there before is in {REPLACED}{path}"));
                    return Ok(false);
                }
                let folder_of_replaced = self.folder.join(REPLACED.trim_start_matches('/'));
                if replaced.symlink_metadata().is_err() {
                    if !self.is_dry_run {
                        remove_empty(&replaced, &folder_of_replaced);
                    }
                    self.problem(&format!("{path} cannot be put back: {REPLACED}{path} has been removed"));
                    return Ok(true);
                }
                if !self.is_dry_run {
                    let back = make_parents(&place).and_then(|()| move_file(&replaced, &place));
                    back.map_err(|error| at(path, &error))?;
                    remove_empty(&replaced, &folder_of_replaced);
                }
                self.say(format!("put back {path}"));
            }
            // Only empty folders are removed.
            Done::Folder => {
                if self.is_dry_run && place.is_dir() {
                    self.say(format!("removed {path}, if it is empty"));
                } else if !self.is_dry_run && fs::remove_dir(&place).is_ok() {
                    self.say(format!("removed {path}"));
                }
            }
            Done::File(_) | Done::Link(_) if !self.exists(path) => {}
            Done::File(_) | Done::Link(_) if self.is_own(path)? => {
                if !self.is_dry_run {
                    fs::remove_file(&place).map_err(|error| at(path, &error))?;
                }
                self.say(format!("removed {path}"));
            }
            Done::File(_) | Done::Link(_) => {
                self.keep(path);
                return Ok(true);
            }
        }
        Ok(true)
    }

    fn say(&mut self, line: String) {
        self.changes += 1;
        self.lines.push(line);
    }

    /// Reports additional information.
    pub(super) fn note(&mut self, text: &str) {
        self.lines.push(format!("note: {text}"));
    }

    /// Reports a problem that keeps the system from being as requested.
    pub(super) fn problem(&mut self, text: &str) {
        self.problems += 1;
        self.lines.push(format!("warning: {text}"));
    }

    pub(super) fn has_changed(&self) -> bool {
        self.changes > 0
    }

    pub(super) fn has_problems(&self) -> bool {
        self.problems > 0
    }

    /// Returns the report: one line per change.
    pub(super) fn report(&self) -> String {
        if self.lines.is_empty() {
            return "nothing to do\n".to_owned();
        }
        let would = if self.is_dry_run { "would: " } else { "" };
        format!("{would}{}\n", self.lines.join(&format!("\n{would}")))
    }
}

/// Adds the path to an error.
fn at(path: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{path}: {error}"))
}

fn make_parents(place: &Path) -> io::Result<()> {
    match place.parent() {
        Some(parent) => DirBuilder::new().recursive(true).mode(0o755).create(parent),
        None => Ok(()),
    }
}

/// Moves a file or a link, also to another file system.
fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
        moved => return moved,
    }
    if from.is_symlink() {
        symlink(fs::read_link(from)?, to)?;
    } else {
        fs::copy(from, to)?;
    }
    fs::remove_file(from)
}

/// Removes the empty parent folders of a path, up to `last`.
fn remove_empty(path: &Path, last: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(last)) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}
