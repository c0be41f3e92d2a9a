//! Prevents two runs from publishing to the same folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use heat_yaml::Diagnostic;

use super::failed::failed;

/// Locks a file next to the site's folder, and creates it if necessary. If the path is something other than a regular file, it
/// is neither waited for nor written to.
pub(super) fn lock(path: &Path, out: &Path) -> Result<File, Diagnostic> {
    loop {
        let file = open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Diagnostic::error(
                    "unwritable",
                    "another heat-codegen process is publishing here",
                )
                .in_file(out.display().to_string()));
            }
            // If files cannot be locked at all, users have to avoid two runs at once.
            Err(TryLockError::Error(_)) => return Ok(file),
            // The previous run may have removed the file after it was opened and before it was locked.
            Ok(()) if is_still_at(&file, path) => return Ok(file),
            Ok(()) => {}
        }
    }
}

fn open(path: &Path) -> Result<File, Diagnostic> {
    let in_the_way = || {
        Diagnostic::error("unwritable", "the path of the lock file is not a file")
            .in_file(path.display().to_string())
            .with_help("remove it, or choose another folder with --out")
    };
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(in_the_way());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| failed(path, "could not be written", &error))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(file),
        _ => Err(in_the_way()),
    }
}

/// Returns whether an open file is still the one at its path.
#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let there: io::Result<fs::Metadata> = fs::symlink_metadata(path);
    match (file.metadata(), there) {
        (Ok(open), Ok(there)) => identity(open) == identity(there),
        _ => false,
    }
}

/// Returns whether an open file is still the one at its path: on this system, an open file cannot be removed.
#[cfg(not(unix))]
fn is_still_at(_: &File, _: &Path) -> bool {
    true
}
