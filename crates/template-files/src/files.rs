//! Reading templates, environments and files of values, and the files that `get_file` and nested templates may read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use heat_catalogue::input;
use heat_catalogue::io_error::describe;
use heat_hot::environment::files::{FileError, FileSource};
use heat_model::Value;
use heat_report::Failure;
use heat_yaml::{Severity, Source};

/// The folders from which files may be read.
pub struct Folder {
    roots: Vec<PathBuf>,
    /// The files that were read or looked for.
    read: Mutex<BTreeSet<PathBuf>>,
}

impl Folder {
    /// Allows files to be read from this folder; by default, from the repository of the working folder, or else the working
    /// folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn new(root: Option<&Path>) -> Result<Self, Failure> {
        let here = Path::new(".").canonicalize();
        let root = match root {
            Some(root) => root.canonicalize(),
            None => here.map(|here| repository_of(&here).unwrap_or(&here).to_path_buf()),
        };
        let root = root
            .map_err(|error| Failure::unreadable(format!("the root cannot be read: {}", describe(&error))))?;
        Ok(Self { roots: vec![root], read: Mutex::default() })
    }

    /// Like [`new`](Self::new), but by default, files may also be read from the repositories of the named files, or else from
    /// their folders, because Heat's client reads them wherever it is started.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn of_files<'p>(
        root: Option<&Path>,
        named: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<Self, Failure> {
        let mut folder = Self::new(root)?;
        if root.is_none() {
            let around =
                named.into_iter().filter_map(|path| Some(path.canonicalize().ok()?.parent()?.to_path_buf()));
            folder.roots.extend(around.map(|around| repository_of(&around).unwrap_or(&around).to_path_buf()));
            folder.roots.sort_unstable();
            folder.roots.dedup();
        }
        Ok(folder)
    }

    /// The files that were read, and those that were not found.
    #[must_use]
    pub fn files_read(&self) -> BTreeSet<PathBuf> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The repository that contains a folder.
fn repository_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|around| around.join(".git").exists())
}

impl FileSource for Folder {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(PathBuf::from(path));
        let path = Path::new(path).canonicalize().map_err(|_| FileError::NotFound)?;
        if !self.roots.iter().any(|root| path.starts_with(root)) {
            return Err(FileError::Outside);
        }
        let bytes =
            input::read(&path, input::MAX_TEXT).map_err(|error| FileError::Unreadable(error.words()))?;
        String::from_utf8(bytes).map_err(|_| FileError::Unreadable("it is not UTF-8 text".to_owned()))
    }
}

/// Reads the files with rules at a path: a file, or the YAML files of a folder in the order of their names. What cannot be read is left
/// out.
#[must_use]
pub fn rule_files(path: &Path) -> Vec<Arc<Source>> {
    if path.is_file() {
        return read(path).into_iter().collect();
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_yaml).collect();
    files.sort_unstable();
    files.iter().filter_map(|path| read(path).ok()).collect()
}

/// Reads a template or an environment.
///
/// # Errors
/// If there is no such file, or it is not text.
pub fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    let shown = path.display().to_string();
    let failed = |message: String| Failure::unreadable(format!("`{shown}` cannot be read: {message}"));
    let bytes = input::read(path, input::MAX_TEXT).map_err(|error| failed(error.words()))?;
    Source::from_bytes(&shown, bytes).map_err(|diagnostic| failed(diagnostic.message))
}

/// Reads a file with one value, in YAML or JSON. Returns `None` if the file contains no value.
///
/// # Errors
/// If it cannot be read.
pub fn read_value(path: &Path) -> Result<Option<Value>, Failure> {
    value_in(&read(path)?)
        .map_err(|message| Failure::unreadable(format!("`{}` cannot be read: {message}", path.display())))
}

/// Reads the only value in a text, in YAML or JSON. Returns `None` if the text contains no value.
///
/// # Errors
/// The reason why it cannot be read.
pub fn value_in(source: &Arc<Source>) -> Result<Option<Value>, String> {
    let parsed = heat_yaml::parse_template(source, &heat_yaml::ParseOptions::template());
    match parsed.diagnostics.into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(error.message),
        None => Ok(parsed.root.map(|root| heat_model::load::value_of(source, &root).0)),
    }
}
