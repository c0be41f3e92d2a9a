//! Writing files where others may have put links: what a link leads to is never written, unless it is meant.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file as a whole: it is there in its old or in its new state, whatever happens on the way.
///
/// A link to a file stays one, and that file is replaced. A link that leads nowhere is refused: nobody can say what is meant.
///
/// # Errors
/// When something stands in its way.
pub(crate) fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let path = &resolved(path)?;
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let staged = staged(path);
    let written = write_new(&staged, text)
        .and_then(|()| match fs::metadata(path) {
            Ok(metadata) => fs::set_permissions(&staged, metadata.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&staged, path));
    if written.is_err() {
        // The reason for the failure is worth more than that of a failed tidying up.
        drop(fs::remove_file(&staged));
    }
    written
}

/// The file itself, where the path is a link to one.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => path.canonicalize().map_err(|error| match error.kind() {
            ErrorKind::NotFound => io::Error::other("there is a broken symbolic link at that path"),
            _ => error,
        }),
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            Err(io::Error::other("not a file: a pipe, a socket or a device"))
        }
        _ => Ok(path.to_path_buf()),
    }
}

/// Where a file is written before it takes its place.
fn staged(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Writes a file that is not there yet. What is left of a run of the same number goes first.
fn write_new(path: &Path, text: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text)
}
