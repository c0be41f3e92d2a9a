//! Writing files where others may have created links: the target of a link is only written if that is intended.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file atomically: it has either its old or its new contents.
///
/// A link to a file stays a link, and that file is replaced. A dangling link is refused, because its intended target is
/// unknown.
///
/// # Errors
/// If the file cannot be written or replaced.
pub fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    replace_with(path, text, write_new)
}

/// Like [`replace`], and the new contents are on the disk before the file gets its name, and the name is on the disk when the
/// function returns. If the machine loses power, the file is complete.
///
/// # Errors
/// If the file cannot be written or replaced.
pub fn replace_durably(path: &Path, text: &[u8]) -> io::Result<()> {
    replace_with(path, text, |staged, text| {
        write_new(staged, text)?;
        OpenOptions::new().write(true).open(staged)?.sync_all()
    })?;
    let path = resolved(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::File::open(folder)?.sync_all()
}

/// Writes a result to the path that a user names: a file like [`replace`], a device or a pipe directly.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    if is_special { fs::write(path, text) } else { replace(path, text) }
}

fn replace_with(path: &Path, text: &[u8], write: fn(&Path, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let path = &resolved(path)?;
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let staged = staged(path);
    let written = write(&staged, text)
        .and_then(|()| match fs::metadata(path) {
            Ok(metadata) => fs::set_permissions(&staged, metadata.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&staged, path));
    if written.is_err() {
        // The reason for the failure is more useful than that of a failed clean-up.
        drop(fs::remove_file(&staged));
    }
    written
}

/// The path of the file itself, if the path is a link to one.
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

/// The path of the temporary file.
fn staged(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Writes a file that must not exist yet. A leftover of an earlier run with the same number is removed first.
fn write_new(path: &Path, text: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text)
}
