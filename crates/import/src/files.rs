//! Atomic writes of schema files: after a failure, a file has either its old or its new contents.

use std::fs;
use std::io;
use std::path::Path;

use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_yaml::Diagnostic;

/// Writes a file of a catalogue, and creates its folders if necessary.
///
/// # Errors
/// If it cannot be written, or would be outside the catalogue.
pub fn write(path: &Path, text: &str, catalogue: &Path) -> Result<(), Diagnostic> {
    stay_inside(path, catalogue)?;
    output::replace(path, text.as_bytes()).map_err(|cause| error("the file cannot be written", path, &cause))
}

/// Refuses a path if links lead it out of the catalogue.
fn stay_inside(path: &Path, catalogue: &Path) -> Result<(), Diagnostic> {
    // A catalogue that does not exist yet has no links.
    let Ok(root) = catalogue.canonicalize() else { return Ok(()) };
    let there = path.ancestors().find_map(|around| around.canonicalize().ok());
    if there.is_none_or(|there| there.starts_with(root)) {
        return Ok(());
    }
    Err(Diagnostic::error("unwritable-file", "a symbolic link points outside the catalogue")
        .in_file(path.display().to_string())
        .with_help("files outside are neither read nor changed"))
}

/// Removes a file, and the folders in `root` that become empty.
///
/// # Errors
/// If it cannot be removed.
pub fn remove(path: &Path, root: &Path) -> Result<(), Diagnostic> {
    stay_inside(path.parent().unwrap_or(path), root)?;
    fs::remove_file(path).map_err(|cause| error("the file cannot be removed", path, &cause))?;
    for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(root) && *folder != root) {
        // A folder that still has contents stays, and so do its parents.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

fn error(what: &str, path: &Path, cause: &io::Error) -> Diagnostic {
    let why = match cause.kind() {
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        // An existing file prevents the creation of a folder; the schema file itself may exist.
        io::ErrorKind::AlreadyExists => "expected a folder, found a file".to_owned(),
        _ => describe(cause),
    };
    Diagnostic::error("unwritable-file", format!("{what}: {why}")).in_file(path.display().to_string())
}
