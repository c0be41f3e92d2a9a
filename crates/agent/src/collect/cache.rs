//! Cache of the collected metadata, in the files of os-collect-config.
//!
//! | File | Content |
//! |---|---|
//! | `NAME.json` | the most recent answer of a source |
//! | `NAME.json.last` | the content that was applied last: if it differs, there is something to apply |
//! | `NAME.json.orig` | the first answer of the source |
//! | `os_config_files.json` | the paths of the files that are merged, in order |
//!
//! All of them are private: metadata contain credentials.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use heat_model::Value;
use heat_model::python::json_dumps;

use super::files::read_json;
use heat_deployments::file_names::file_name;
use heat_deployments::files::{PRIVATE, make_folder, remove_unfinished, replace, sync_folder};
use heat_deployments::json::{Style, indented};

/// Name of the list of the files that are merged.
const LIST: &str = "os_config_files";

/// Format in which os-collect-config writes its files.
pub(super) const STYLE: Style = Style { indent: 1, sort_keys: false };

/// The cache folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    backup: PathBuf,
}

impl Cache {
    /// Returns the cache in a folder, with a copy in another one.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, backup: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), backup: backup.into() }
    }

    /// Path of the file for a source or a deployment.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.json", file_name(name)))
    }

    /// Most recent content of a source or a deployment.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Value> {
        read_json(&self.path(name)).ok().flatten()
    }

    /// Most recent content of all files in the list.
    #[must_use]
    pub fn read_all(&self) -> Vec<Value> {
        let list = self.read(LIST);
        let paths = list.as_ref().and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
        paths.filter_map(|path| read_json(Path::new(path.as_str()?)).ok().flatten()).collect()
    }

    /// Stores collected content. Returns whether it differs from the content that was applied last.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(&self, name: &str, content: &Value) -> io::Result<bool> {
        make_folder(&self.folder)?;
        let path = self.path(name);
        let text = indented(content, STYLE);
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            replace(&path, PRIVATE, text.as_bytes())?;
        }
        let first = with_ending(&path, ".orig");
        if !first.exists() {
            replace(&first, PRIVATE, text.as_bytes())?;
            return Ok(true);
        }
        let last = with_ending(&path, ".last");
        if fs::read(&last).is_ok_and(|applied| applied == text.as_bytes()) {
            return Ok(false);
        }
        let applied = read_json(&last).ok().flatten();
        Ok(applied.is_none_or(|applied| !applied.python_eq(content)))
    }

    /// Records that the collected content was applied.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn commit(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        replace(&with_ending(&path, ".last"), PRIVATE, &fs::read(&path)?)
    }

    fn list(&self, names: &[String]) -> String {
        let paths = names.iter().map(|name| self.path(name).to_string_lossy().into_owned().into());
        json_dumps(&Value::List(paths.collect::<Vec<_>>().into()))
    }

    /// Returns true if the list contains exactly these names, and its copy does too.
    #[must_use]
    pub fn has_list(&self, names: &[String]) -> bool {
        let list = self.list(names);
        let is_kept = |path: &Path| fs::read(path).is_ok_and(|kept| kept == list.as_bytes());
        let path = self.path(LIST);
        is_kept(&path) && path.file_name().is_some_and(|name| is_kept(&self.backup.join(name)))
    }

    /// Stores the list of names, in the order in which they are merged, and copies the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store_list(&self, names: &[String]) -> io::Result<()> {
        make_folder(&self.folder)?;
        replace(&self.path(LIST), PRIVATE, self.list(names).as_bytes())?;
        drop(remove_unfinished(&self.folder));
        sync_folder(&self.folder)?;
        self.back_up()
    }

    /// Copies the files. The list in the copy names the original files, as os-collect-config's does.
    fn back_up(&self) -> io::Result<()> {
        if self.backup == self.folder {
            return Ok(());
        }
        make_folder(&self.backup)?;
        let list = self.path(LIST);
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let is_complete = !entry.file_name().to_string_lossy().starts_with('.');
            if is_complete && entry.file_type()?.is_file() && entry.path() != list {
                paths.push(entry.path());
            }
        }
        // The list comes last: if it exists, so do the others.
        paths.push(list);
        for path in paths {
            if let Some(name) = path.file_name() {
                replace(&self.backup.join(name), PRIVATE, &fs::read(&path)?)?;
            }
        }
        Ok(())
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
