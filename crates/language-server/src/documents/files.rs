//! The files that templates name: the text in the editor for open files, the contents on disk for others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use heat_hot::environment::files::{FileError, FileSource};
use heat_template_files::{Folder, read};
use heat_yaml::Source;

use super::Documents;

/// The files that a document can read.
pub(crate) struct OpenFiles<'d> {
    documents: &'d Documents,
    folder: Option<Folder>,
    read: Mutex<BTreeSet<String>>,
}

impl<'d> OpenFiles<'d> {
    /// The files that the document with this path can name, in the folders of the workspace or the repository of the document.
    pub(crate) fn of(documents: &'d Documents, path: &str, workspace: &[PathBuf]) -> Self {
        let root = root_of(Path::new(path), workspace);
        let folder = root.and_then(|root| Folder::new(Some(&root)).ok());
        Self { documents, folder, read: Mutex::default() }
    }

    /// The text of a file that the user names, in any folder: from the editor if it is open, otherwise from the disk.
    pub(crate) fn source(&self, path: &Path) -> Option<Arc<Source>> {
        let name = path.to_str()?;
        self.add(name);
        self.documents.text_at(name).map(Arc::clone).or_else(|| read(path).ok())
    }

    /// The text of a file that nobody named, which has to be in the folder that the document can read.
    pub(crate) fn within(&self, path: &Path) -> Option<Arc<Source>> {
        let name = path.to_str()?;
        let text = self.read(name).ok()?;
        Some(self.documents.text_at(name).map_or_else(|| Source::new(name, text), Arc::clone))
    }

    fn add(&self, path: &str) {
        if let Ok(mut read) = self.read.lock() {
            read.insert(path.to_owned());
        }
    }

    /// The paths that were requested.
    pub(crate) fn into_read(self) -> BTreeSet<String> {
        self.read.into_inner().unwrap_or_default()
    }
}

impl FileSource for OpenFiles<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.add(path);
        if let Some(open) = self.documents.text_at(path) {
            return Ok(open.text().to_owned());
        }
        self.folder.as_ref().map_or(Err(FileError::NotFound), |folder| folder.read(path))
    }
}

/// The folder that the files of a document may be in: the folder of the workspace, or else its repository, or else its own folder.
pub(crate) fn root_of(path: &Path, workspace: &[PathBuf]) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| folder.is_absolute())?;
    let around = workspace.iter().filter(|root| folder.starts_with(root));
    let outermost = around.min_by_key(|root| root.components().count());
    let repository = || folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_path_buf);
    Some(outermost.cloned().or_else(repository).unwrap_or_else(|| folder.to_path_buf()))
}
