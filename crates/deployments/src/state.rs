//! State of the deployments: files in one folder, which outlive a crash.
//!
//! | File | Content |
//! |---|---|
//! | `ID.json` | the config that the hook gets, written before the hook starts: it is never started again |
//! | `ID.notify.json` | the outputs of the hook |
//! | `ID.owed` | a marker, present from before `ID.json` is written until the signal is accepted |
//! | `.idle` | the identities of the list and the folder when nothing was left to do |
//!
//! The first two are those of the Python programs. The Python programs do not write the others, so the deployments that they have
//! done are treated as signalled.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use heat_model::{Value, json};
use indexmap::IndexMap;

use crate::files::{PRIVATE, make_folder, make_parents, remove_unfinished, replace, sync_folder};
use crate::folders::Folders;
use crate::json::{STATE, indented};
use crate::lock::{Lock, is_locked};
use crate::log::Log;
use crate::signal::Outputs;

const OWED: &str = ".owed";

/// Progress of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// No hook was started for it.
    New,
    /// A hook was started, and no result was stored.
    Interrupted,
    /// There is a result, and its signal was not accepted.
    Owed,
    /// There is nothing left to do.
    Done,
}

/// The state folder.
#[derive(Debug)]
pub struct State {
    folder: PathBuf,
}

/// The state folder, locked for changes.
#[derive(Debug)]
pub(crate) struct LockedState {
    state: State,
    lock: Lock,
    /// Names of the files that were in the folder when it was read.
    files: HashSet<String>,
}

impl std::ops::Deref for LockedState {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl State {
    /// Returns the folder without locking it, for reading.
    #[must_use]
    pub fn of(folders: &Folders) -> Self {
        Self { folder: folders.deployed() }
    }

    /// Path of a deployment's config, by the name of its files.
    #[must_use]
    pub fn config_file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    /// Path of the outputs of a deployment's hook, by the name of its files.
    #[must_use]
    pub fn outputs_file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.notify.json"))
    }

    /// Returns whether an agent is running.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        is_locked(&self.folder)
    }

    fn owed_file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{OWED}"))
    }

    /// Progress of a deployment.
    #[must_use]
    pub fn progress(&self, name: &str) -> Progress {
        let has_config = exists(&self.config_file(name));
        match (has_config, has_config && exists(&self.owed_file(name))) {
            (false, _) => Progress::New,
            (true, false) => Progress::Done,
            (true, true) if exists(&self.outputs_file(name)) => Progress::Owed,
            (true, true) => Progress::Interrupted,
        }
    }

    /// Outputs of a deployment's hook. `None` if they were not stored, or not as a map.
    #[must_use]
    pub fn outputs(&self, name: &str) -> Option<Outputs> {
        read_map(&self.outputs_file(name))
    }

    /// Names of the deployments whose signals were not accepted, sorted.
    #[must_use]
    pub fn owed(&self) -> Vec<String> {
        self.names(OWED)
    }

    /// Names of all deployments, sorted.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        let mut names = self.names(".json");
        names.retain(|name| !name.ends_with(".notify"));
        names
    }

    fn names(&self, extension: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            // The name of an unfinished file starts with a dot.
            name.strip_suffix(extension).filter(|name| !name.starts_with('.')).map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort_unstable();
        names
    }
}

impl LockedState {
    /// Creates the folder, or moves it from its old path, locks it, and reads the names in it.
    pub(crate) fn open(folders: &Folders, log: &mut dyn Log) -> io::Result<Self> {
        let mut state = Self::lock(folders, log)?;
        state.read_names();
        Ok(state)
    }

    /// Creates the folder, or moves it from its old path, and locks it. [`Self::read_names`] must be called next.
    pub(crate) fn lock(folders: &Folders, log: &mut dyn Log) -> io::Result<Self> {
        let state = State::of(folders);
        let before = folders.deployed_before();
        if !state.folder.is_dir() {
            if before != state.folder && before.is_dir() {
                let (from, to) = (before.display(), state.folder.display());
                log.debug(&format!("Migrating deployed state from {from} to {to}"));
                match move_folder(&before, &state.folder) {
                    // Another agent did it in the meantime.
                    Err(_) if state.folder.is_dir() => {}
                    moved => moved?,
                }
            } else {
                make_folder(&state.folder)?;
            }
        }
        let waiting = "Another agent is running: waiting until it has finished";
        let lock = Lock::of_folder(&state.folder, folders.started_by(), waiting, log)?;
        Ok(Self { state, lock, files: HashSet::new() })
    }

    /// Reads the names of the files, and removes unfinished files.
    pub(crate) fn read_names(&mut self) {
        self.files = remove_unfinished(&self.state.folder);
    }

    /// Path of the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.state.folder
    }

    /// Returns whether a deployment was done when the folder was locked. `false` also if that is not known.
    pub(crate) fn was_done(&self, name: &str) -> bool {
        self.files.contains(&format!("{name}.json")) && !self.files.contains(&format!("{name}{OWED}"))
    }

    /// Names of the deployments whose signals had not been accepted when the folder was locked, sorted.
    pub(crate) fn owed_before(&self) -> Vec<String> {
        let names = self.files.iter().filter_map(|name| name.strip_suffix(OWED));
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort_unstable();
        names
    }

    /// Returns the folder whose lock an agent has passed on to this process.
    pub(crate) fn inherited(folders: &Folders, passed: OwnedFd) -> io::Result<Self> {
        let state = State::of(folders);
        match Lock::inherited(&state.folder, passed)? {
            Some(lock) => Ok(Self { state, lock, files: HashSet::new() }),
            None => Err(io::Error::other("no agent has started this process")),
        }
    }

    /// Returns the lock for a child process.
    pub(crate) fn lock_for_child(&self) -> io::Result<Stdio> {
        self.lock.for_child()
    }

    /// Records that the hook of a deployment is about to be started.
    pub(crate) fn begin(&self, name: &str, config: &IndexMap<String, Value>) -> io::Result<()> {
        let text = indented(&Value::from(config.clone()), STATE);
        // Left by an earlier run, if somebody has removed the config to force another one.
        remove(&self.outputs_file(name))?;
        replace(&self.owed_file(name), PRIVATE, b"")?;
        let begun = replace(&self.config_file(name), PRIVATE, text.as_bytes());
        let begun = begun.and_then(|()| sync_folder(&self.folder));
        if begun.is_err() {
            // The hook was not started, and is to be started in the next run.
            let _ = remove(&self.config_file(name));
            let _ = remove(&self.owed_file(name));
        }
        begun
    }

    /// Stores the outputs of a deployment's hook.
    pub(crate) fn keep(&self, name: &str, outputs: &Outputs) -> io::Result<()> {
        let text = indented(&Value::from(outputs.clone()), STATE);
        replace(&self.outputs_file(name), PRIVATE, text.as_bytes())?;
        sync_folder(&self.folder)
    }

    /// Records that the signal of a deployment need not be repeated.
    pub(crate) fn settle(&self, name: &str) -> io::Result<()> {
        remove(&self.owed_file(name))
    }

    /// Marks a deployment as done by somebody else, unless it has a state. Returns whether it was marked.
    pub(crate) fn mark(&self, name: &str) -> io::Result<bool> {
        if exists(&self.config_file(name)) {
            return Ok(false);
        }
        replace(&self.config_file(name), PRIVATE, b"").map(|()| true)
    }
}

/// Returns whether a file exists. `true` also if that cannot be determined: a hook must not be started twice.
fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Reads a JSON object from a file.
pub(crate) fn read_map(path: &Path) -> Option<IndexMap<String, Value>> {
    let text = fs::read_to_string(path).ok()?;
    match json::parse(&text) {
        Ok(Value::Map(map)) => Some(map.into_inner()),
        _ => None,
    }
}

/// Moves a folder of files, also to another file system. The folder is complete when it appears at the new path.
fn move_folder(from: &Path, to: &Path) -> io::Result<()> {
    make_parents(to)?;
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
        moved => return moved,
    }
    let copy = to.with_extension("new");
    let _ = fs::remove_dir_all(&copy);
    make_folder(&copy)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            replace(&copy.join(entry.file_name()), PRIVATE, &fs::read(entry.path())?)?;
        }
    }
    sync_folder(&copy)?;
    fs::rename(&copy, to)?;
    fs::remove_dir_all(from)
}
