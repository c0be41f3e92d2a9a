//! Folders and files with exact modes, whatever the umask.

use std::collections::HashSet;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// Mode of files that only the owner may read.
pub const PRIVATE: u32 = 0o600;

/// Mode of folders and programs that only the owner may use.
pub(crate) const PRIVATE_PROGRAM: u32 = 0o700;

/// Mode of parent folders: others must not rename entries in them, even without a umask.
const ON_THE_WAY: u32 = 0o755;

/// Creates a folder that only the owner may read, and its parent folders, unless it exists.
///
/// # Errors
/// If it cannot be created.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    make_parents(path)?;
    match DirBuilder::new().mode(PRIVATE_PROGRAM).create(path) {
        // Another process created it in the meantime.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => fs::set_permissions(path, Permissions::from_mode(PRIVATE_PROGRAM)),
    }
}

/// Creates the parent folders of a path.
pub(crate) fn make_parents(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) => DirBuilder::new().recursive(true).mode(ON_THE_WAY).create(parent),
        None => Ok(()),
    }
}

/// Replaces a file atomically: readers see the old file or the new one, also after a crash. The folder has to be private: until
/// the new file is complete, it has a name that others can guess, though no other process uses it.
///
/// # Errors
/// If the new file cannot be written, or cannot replace the old one. The old file is then unchanged.
pub fn replace(path: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    let new = new_name(path);
    // Left by an interrupted process that had the same ID.
    let _ = fs::remove_file(&new);
    let written = write_new(&new, mode, content).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Suffix of the name of a file while it is being written.
const UNFINISHED: &str = ".new";

/// Removes unfinished files. The caller has locked the folder. Returns the names of the other files.
#[must_use]
pub fn remove_unfinished(folder: &Path) -> HashSet<String> {
    let Ok(entries) = fs::read_dir(folder) else { return HashSet::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter(|name| {
            let is_unfinished = name.starts_with('.') && name.ends_with(UNFINISHED);
            if is_unfinished {
                // An unfinished file does no harm.
                let _ = fs::remove_file(folder.join(name));
            }
            !is_unfinished
        })
        .collect()
}

/// Returns the temporary name of a file while it is being written. Names of deployments do not begin with a dot.
fn new_name(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}{UNFINISHED}", std::process::id()));
    path.with_file_name(name)
}

fn write_new(path: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    file.set_permissions(Permissions::from_mode(mode))?;
    file.write_all(content)?;
    file.sync_all()
}

/// Writes a file for another program. An existing file keeps its owner and mode; a new file is private.
pub(crate) fn overwrite(path: &Path, content: &[u8]) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE).open(path)?;
    if is_new {
        file.set_permissions(Permissions::from_mode(PRIVATE))?;
    }
    file.write_all(content)
}

/// Flushes a folder, so that new names in it survive a power cut.
///
/// # Errors
/// If the folder cannot be read, or its device fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
