//! Folders for files that are not kept.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

use heat_catalogue::io_error::describe;

use crate::outcome::Failure;

/// Maximum number of names to try for a folder that does not exist yet.
const MAX_NAMES: u32 = 1000;

/// A folder that is removed when this value is dropped. Only its owner can read it, and nobody else has made it.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates a folder for a purpose, which is part of its name.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(crate) fn new(purpose: &str) -> Result<Self, Failure> {
        let within = std::env::temp_dir();
        Self::within(&within, purpose).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be used: {}", within.display(), describe(&error)))
        })
    }

    fn within(within: &Path, purpose: &str) -> io::Result<Self> {
        for number in 0..MAX_NAMES {
            let folder = within.join(format!("heat-codegen-{purpose}-{}-{number}", std::process::id()));
            match make(&folder, false) {
                Ok(()) => return Ok(Self(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Files that cannot be removed are left to the system.
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Creates a folder that only its owner can read.
pub(crate) fn make(folder: &Path, is_recursive: bool) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(is_recursive).create(folder)
}
