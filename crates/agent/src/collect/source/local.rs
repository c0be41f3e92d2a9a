//! Files in a folder, for metadata that the image or its administrator adds.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::answer::Answer;
use crate::collect::files::read_json;
use crate::collect::ini::Options;
use crate::collect::merge::NamedContent;

/// Default folder of local metadata.
const PATH: &str = "/var/lib/os-collect-config/local-data";

/// Write permission for everybody.
const OTHERS_WRITE: u32 = 0o002;

/// Reads the files, sorted by name. If anybody else can write one of them, all are refused: their content is executed.
pub(super) fn fetch(options: &Options) -> Result<Vec<NamedContent>, Answer> {
    let default = [PATH.to_owned()];
    let folders = options.all("local", "path").unwrap_or(&default);
    let mut found = Vec::new();
    let mut exists = false;
    for folder in folders {
        if let Some(files) = read_folder(Path::new(folder)).map_err(Answer::Unavailable)? {
            exists = true;
            found.extend(files);
        }
    }
    if !exists {
        return Err(Answer::NotConfigured("a folder with files"));
    }
    found.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(found)
}

fn read_folder(folder: &Path) -> Result<Option<Vec<NamedContent>>, String> {
    let shown = folder.display();
    let Ok(metadata) = fs::metadata(folder) else { return Ok(None) };
    if metadata.uid() != rustix::process::getuid().as_raw() {
        return Err(format!("{shown} belongs to another user"));
    }
    if metadata.mode() & OTHERS_WRITE != 0 {
        return Err(format!("{shown} can be written by everybody"));
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{shown} cannot be read: {error}"))?.path();
        let shown = path.display();
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
        // Skip entries that were removed in the meantime, or are not files.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if name.starts_with('.') || !metadata.is_file() {
            continue;
        }
        if metadata.mode() & OTHERS_WRITE != 0 {
            return Err(format!("{shown} can be written by everybody"));
        }
        match read_json(&path) {
            Ok(Some(value)) => found.push((name, value)),
            Ok(None) => {}
            Err(problem) => return Err(format!("{shown} cannot be used: {problem}")),
        }
    }
    Ok(Some(found))
}
