//! One agent at a time.
//!
//! The second one waits. It must not just end: the list may have changed since the first one read it, and whoever started the second one
//! takes its exit code 0 to mean that the current list has been applied.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::log::Log;

/// Holds the lock until it is dropped, or the process ends in any way.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "it is only held")] File);

impl Lock {
    /// Locks a folder. Programs that are started do not inherit the lock.
    pub(crate) fn of_folder(folder: &Path, log: &mut dyn Log) -> io::Result<Self> {
        let file = File::open(folder)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                log.info("Another agent is running: waiting until it has finished");
                file.lock()?;
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self(file))
    }
}
