//! One agent at a time.
//!
//! The second one waits. It must not just end: the list may have changed since the first one read it, and whoever started the second one
//! takes its exit code 0 to mean that the current list has been applied. But an agent that was started by a hook of the first one would
//! wait for itself: it ends at once.

use std::ffi::OsStr;
use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Stdio;

use crate::log::Log;

/// Tells the programs that an agent starts the number of its process.
pub const AGENT: &str = "HEAT_CONFIG_AGENT";

/// Holds the lock until it is dropped, or the process ends in any way.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks a folder. Programs that are started do not inherit the lock, unless it is passed on to them. `started_by` are the numbers of the
    /// processes that this one is part of, as [`AGENT`] has one; `waiting` is what the log says if another process has the lock.
    ///
    /// # Errors
    /// If that cannot be done; of the kind `WouldBlock` if it would wait for the agent that has started it.
    pub fn of_folder<'a>(
        folder: &Path,
        started_by: impl IntoIterator<Item = &'a OsStr>,
        waiting: &str,
        log: &mut dyn Log,
    ) -> io::Result<Self> {
        let file = File::open(folder)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if started_by.into_iter().any(is_running) => {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            Err(TryLockError::WouldBlock) => {
                log.info(waiting);
                file.lock()?;
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self(file))
    }

    /// The lock that another process has passed on to this one. `None` if it is that of something else.
    pub(crate) fn inherited(folder: &Path, passed: OwnedFd) -> io::Result<Option<Self>> {
        let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
        let file = File::from(passed);
        let is_of_folder = identity(file.metadata()?) == identity(folder.metadata()?);
        Ok(is_of_folder.then_some(Self(file)))
    }

    /// The lock for a process that is to be started, which holds it as long as this one, or longer.
    pub(crate) fn for_child(&self) -> io::Result<Stdio> {
        self.0.try_clone().map(Stdio::from)
    }
}

/// Whether somebody holds the lock of a folder.
pub(crate) fn is_locked(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Whether a process is running. A service that a hook has left behind outlives its agent.
fn is_running(process: &OsStr) -> bool {
    let is_number = process.to_str().is_some_and(|text| text.parse::<u32>().is_ok());
    is_number && Path::new("/proc").join(process).exists()
}
