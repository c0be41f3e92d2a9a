//! The files of a workspace that can be templates.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::template_version::declares_version;
use heat_yaml::Source;
use walkdir::{DirEntry, WalkDir};

use super::Workspace;
use crate::documents::files::OpenFiles;

/// Maximum number of entries of a folder to check, at any depth.
const MAX_ENTRIES: usize = 20_000;

/// Maximum size of a file to read, in bytes.
const MAX_SIZE: u64 = 1 << 20;

impl Workspace {
    /// The templates in a folder at any depth that are not open, up to a maximum number of files.
    pub(crate) fn closed_templates(&self, root: &Path) -> impl Iterator<Item = Arc<Source>> {
        let closed = files_in(root).filter(|path| self.documents.text_at(path).is_none());
        let sources = closed
            .filter_map(|path| OpenFiles::of(&self.documents, &path, &self.folders).within(Path::new(&path)));
        sources.filter(|source| declares_version(source.text()))
    }
}

/// The paths of the files in a folder whose names can be those of templates.
fn files_in(root: &Path) -> impl Iterator<Item = String> + use<> {
    let is_entered = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "node_modules" || name == "target")
    };
    let entries = WalkDir::new(PathBuf::from(root)).sort_by_file_name().into_iter().filter_entry(is_entered);
    let files = entries.filter_map(Result::ok).take(MAX_ENTRIES).filter(|entry| {
        let extension = entry.path().extension().and_then(|extension| extension.to_str());
        let is_text = matches!(extension, Some("yaml" | "yml" | "template" | "json" | "hot"));
        is_text && entry.file_type().is_file() && entry.metadata().is_ok_and(|data| data.len() <= MAX_SIZE)
    });
    files.filter_map(|entry| entry.path().to_str().map(str::to_owned))
}
