//! What was collected last, in the files of os-collect-config.
//!
//! | file | is |
//! |---|---|
//! | `NAME.json` | what a source said last |
//! | `NAME.json.last` | what was applied last: if it differs, there is something to apply |
//! | `NAME.json.orig` | what the source said first |
//! | `os_config_files.json` | the paths of the files that count, in order |
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

/// The list of the files that count.
const LIST: &str = "os_config_files";

/// How os-collect-config writes its files.
pub(super) const STYLE: Style = Style { indent: 1, sort_keys: false };

/// The folder of what was collected last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    backup: PathBuf,
}

impl Cache {
    /// The cache in a folder, with a copy in another one.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, backup: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), backup: backup.into() }
    }

    /// The file of what has this name.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.json", file_name(name)))
    }

    /// What was collected last.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Value> {
        read_json(&self.path(name)).ok().flatten()
    }

    /// What was collected last, of all that counted.
    #[must_use]
    pub fn read_all(&self) -> Vec<Value> {
        let list = self.read(LIST);
        let paths = list.as_ref().and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
        paths.filter_map(|path| read_json(Path::new(path.as_str()?)).ok().flatten()).collect()
    }

    /// Keeps what was collected. Returns whether it differs from what was applied last.
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
        let applied = read_json(&with_ending(&path, ".last")).ok().flatten();
        Ok(applied.is_none_or(|applied| !applied.python_eq(content)))
    }

    /// Remembers that what was collected has been applied.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn commit(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        replace(&with_ending(&path, ".last"), PRIVATE, &fs::read(&path)?)
    }

    /// Keeps which names count, in order, and copies the folder.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn store_list(&self, names: &[String]) -> io::Result<()> {
        make_folder(&self.folder)?;
        let paths: Vec<Value> =
            names.iter().map(|name| self.path(name).to_string_lossy().into_owned().into()).collect();
        replace(&self.path(LIST), PRIVATE, json_dumps(&Value::List(paths.into())).as_bytes())?;
        drop(remove_unfinished(&self.folder));
        sync_folder(&self.folder)?;
        self.back_up()
    }

    /// Copies the files. The list in the copy names the original ones, as os-collect-config's does.
    fn back_up(&self) -> io::Result<()> {
        if self.backup == self.folder {
            return Ok(());
        }
        make_folder(&self.backup)?;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if entry.file_type()?.is_file() && !name.to_string_lossy().starts_with('.') {
                replace(&self.backup.join(name), PRIVATE, &fs::read(entry.path())?)?;
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
