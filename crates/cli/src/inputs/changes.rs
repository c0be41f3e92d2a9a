//! Waits for changes of files, as the operating system reports them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use codegen::canonical_path;
use heat_report::Failure;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// The time without a further change after which changes are processed: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(5);

/// The changes in some folders.
pub(crate) struct Changes {
    watcher: RecommendedWatcher,
    changed: Receiver<Vec<PathBuf>>,
    watched: BTreeSet<PathBuf>,
}

/// Depth to which a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The files directly in the folder.
    Folder,
    /// All files below the folder.
    Tree,
}

impl Changes {
    /// Starts without any watched folder.
    ///
    /// # Errors
    /// If the system cannot watch files.
    pub(crate) fn new() -> Result<Self, Failure> {
        let (sender, changed) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event.as_ref()
                && !matches!(event.kind, notify::EventKind::Access(_))
            {
                // The receiver lives as long as the program.
                _ = sender.send(event.paths.clone());
            }
        })
        .map_err(|error| Failure::unreadable(format!("cannot watch for changes: {error}")))?;
        Ok(Self { watcher, changed, watched: BTreeSet::new() })
    }

    /// Watches a file or a folder, in addition to those already watched. Changes in it are reported with the path of
    /// [`canonical_path`].
    ///
    /// # Errors
    /// If the path does not exist, or the system cannot watch more.
    pub(crate) fn watch(&mut self, path: &Path, depth: Depth) -> Result<(), Failure> {
        let watched = canonical_path(path);
        if self.watched.contains(&watched) {
            return Ok(());
        }
        let mode = match depth {
            Depth::Folder => RecursiveMode::NonRecursive,
            Depth::Tree => RecursiveMode::Recursive,
        };
        self.watcher
            .watch(&watched, mode)
            .map_err(|error| Failure::unreadable(format!("cannot watch `{}`: {error}", path.display())))?;
        self.watched.insert(watched);
        Ok(())
    }

    /// The paths that changed, once there has been no further change for a moment. `None` if nothing is being watched.
    pub(crate) fn next(&self) -> Option<BTreeSet<PathBuf>> {
        let mut paths: BTreeSet<PathBuf> = self.changed.recv().ok()?.into_iter().collect();
        loop {
            match self.changed.recv_timeout(DEBOUNCE) {
                Ok(more) => paths.extend(more),
                Err(RecvTimeoutError::Timeout) => return Some(paths),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}
