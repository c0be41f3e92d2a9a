//! Writing schema files: each is there whole, in its old or in its new state, whatever happens on the way.

use std::fs;
use std::io;
use std::path::Path;

use heat_yaml::Diagnostic;

use crate::io_error::describe;

/// Writes a file, and the folders around it where there are none.
///
/// # Errors
/// When something stands in its way.
pub fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    try_write(path, text).map_err(|cause| error("the file cannot be written", path, &cause))
}

fn try_write(path: &Path, text: &str) -> io::Result<()> {
    // A symbolic link stays one: what it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let staged = path.with_file_name(name);
    let written = fs::write(&staged, text)
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

/// Removes a file, and the folders in `root` that are empty without it.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path, root: &Path) -> Result<(), Diagnostic> {
    fs::remove_file(path).map_err(|cause| error("the file cannot be removed", path, &cause))?;
    for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(root) && *folder != root) {
        // One that has something in it stays, and so do those around it.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

fn error(what: &str, path: &Path, cause: &io::Error) -> Diagnostic {
    let why = match cause.kind() {
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        // What exists is in the way of a folder: of the file itself there can be one.
        io::ErrorKind::AlreadyExists => "a file where a folder is expected".to_owned(),
        _ => describe(cause),
    };
    Diagnostic::error("unwritable-file", format!("{what}: {why}")).in_file(path.display().to_string())
}
