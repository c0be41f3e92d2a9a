//! A lock that lets one agent run at a time.
//!
//! A second agent waits. It must not just end: the list may have changed since the first one read it, and the program that
//! started the second agent takes exit code 0 to mean that the current list has been applied. But an agent that was started by a
//! hook of the first one would wait for itself: it ends at once.

use std::ffi::OsStr;
use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Stdio;

use crate::log::Log;

/// Environment variable that contains the agent's process ID, for the programs that it starts.
pub const AGENT: &str = "HEAT_CONFIG_AGENT";

/// Lock of a folder, released when it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks a folder. Child processes do not inherit the lock, unless it is passed on to them. `started_by` are the IDs of the
    /// processes that this one is part of, as in [`AGENT`]; `waiting` is logged if another process has the lock.
    ///
    /// # Errors
    /// If the folder cannot be locked. The error is of the kind `WouldBlock` if this process would wait for the agent that
    /// started it.
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

    /// Returns the lock that another process has passed on to this one. `None` if it is not the lock of this folder.
    pub(crate) fn inherited(folder: &Path, passed: OwnedFd) -> io::Result<Option<Self>> {
        let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
        let file = File::from(passed);
        let is_of_folder = identity(file.metadata()?) == identity(folder.metadata()?);
        Ok(is_of_folder.then_some(Self(file)))
    }

    /// Returns the lock for a child process, which keeps it as long as this process, or longer.
    pub(crate) fn for_child(&self) -> io::Result<Stdio> {
        self.0.try_clone().map(Stdio::from)
    }
}

/// Returns whether a process has locked the folder.
pub(crate) fn is_locked(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Returns whether a process is running. A service that a hook left running outlives its agent.
fn is_running(process: &OsStr) -> bool {
    let is_number = process.to_str().is_some_and(|text| text.parse::<u32>().is_ok());
    is_number && Path::new("/proc").join(process).exists()
}
