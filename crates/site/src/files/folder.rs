//! Lists the files below a folder.

use std::path::{Path, PathBuf};

use heat_catalogue::io_error::unreadable;
use heat_yaml::Diagnostic;
use walkdir::WalkDir;

/// Lists the files below a folder with their names within it, which have `/` between folders, sorted by name; empty if the folder
/// does not exist.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<(String, PathBuf)>, Diagnostic> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_path_buf();
            unreadable(&path, &error.into())
        })?;
        if entry.file_type().is_file() {
            let path = entry.into_path();
            let within = path.strip_prefix(folder).unwrap_or(&path).iter().map(|part| part.to_string_lossy());
            paths.push((within.collect::<Vec<_>>().join("/"), path));
        }
    }
    Ok(paths)
}
