//! Folders and files with exact modes, whatever the umask.

use std::collections::HashSet;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// For files that only the owner reads.
pub const PRIVATE: u32 = 0o600;

/// For folders and programs of the owner.
pub(crate) const PRIVATE_PROGRAM: u32 = 0o700;

/// For folders on the way to them: others must not rename what is in them, even without a umask.
const ON_THE_WAY: u32 = 0o755;

/// Makes a folder that only the owner reads, with the folders above it, unless it exists.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    make_parents(path)?;
    match DirBuilder::new().mode(PRIVATE_PROGRAM).create(path) {
        // Somebody else made it in the meantime.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => fs::set_permissions(path, Permissions::from_mode(PRIVATE_PROGRAM)),
    }
}

/// Makes the folders above a path.
pub(crate) fn make_parents(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) => DirBuilder::new().recursive(true).mode(ON_THE_WAY).create(parent),
        None => Ok(()),
    }
}

/// Replaces a file as a whole: readers see the old one or the new one, also after a crash. The folder has to be private: until it is
/// complete, the file has a name that others can guess, though no other process uses it.
///
/// # Errors
/// If the new file cannot be written, or not take the place of the old one: that one is still there.
pub fn replace(path: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    let new = new_name(path);
    // What an interrupted process left that had the same ID.
    let _ = fs::remove_file(&new);
    let written = write_new(&new, mode, content).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// The end of the name of a file while it is written.
const UNFINISHED: &str = ".new";

/// Removes files that nobody has completed. Whoever calls it has locked the folder. Returns the names of the others.
#[must_use]
pub fn remove_unfinished(folder: &Path) -> HashSet<String> {
    let Ok(entries) = fs::read_dir(folder) else { return HashSet::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter(|name| {
            let is_unfinished = name.starts_with('.') && name.ends_with(UNFINISHED);
            if is_unfinished {
                // It does no harm.
                let _ = fs::remove_file(folder.join(name));
            }
            !is_unfinished
        })
        .collect()
}

/// The name of a file while it is written. Names of deployments do not begin with a dot.
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

/// Writes a file for another program, which may have been made for it with another owner or mode: these stay. A new file is private.
pub(crate) fn overwrite(path: &Path, content: &[u8]) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE).open(path)?;
    if is_new {
        file.set_permissions(Permissions::from_mode(PRIVATE))?;
    }
    file.write_all(content)
}

/// Makes sure that new names in a folder survive a power cut.
///
/// # Errors
/// If the folder cannot be read, or its device fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
