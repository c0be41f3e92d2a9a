//! The files of a site, and their destination.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use heat_html::Html;
use heat_yaml::Diagnostic;
use serde::Serialize;

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// The path of the file, relative to the site's root, with `/` between folders.
    pub path: String,
    /// The bytes of the file.
    pub contents: Vec<u8>,
}

impl SiteFile {
    /// Creates an HTML or XML file.
    #[must_use]
    pub fn markup(path: impl Into<String>, markup: Html) -> Self {
        Self { path: path.into(), contents: markup.into_string().into_bytes() }
    }

    /// Creates data as JSON, and as a script for sites that are opened from a folder, which sets a variable.
    pub(crate) fn data(path: &str, variable: &str, data: &impl Serialize) -> Result<Vec<Self>, Diagnostic> {
        let json = serde_json::to_string(data).map_err(|error| unwritable(&error))?;
        let script = format!("globalThis.{variable}={json};\n");
        let files = [("json", json), ("js", script)];
        Ok(files.map(|(end, text)| Self { path: format!("{path}.{end}"), contents: text.into() }).into())
    }

    /// Returns whether the file is an HTML page; page names are always lowercase.
    #[must_use]
    pub fn is_page(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "html")
    }
}

/// The diagnostic for data that cannot be written as JSON.
pub(crate) fn unwritable(error: &serde_json::Error) -> Diagnostic {
    Diagnostic::error("unwritable-value", error.to_string())
}

/// The destination of a site's files as they are rendered. Several threads write concurrently, in any order.
pub trait Sink: Sync {
    /// Stores a file.
    ///
    /// # Errors
    /// If the file cannot be stored.
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic>;
}

/// A sink that collects the files in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Vec<SiteFile>>);

impl Memory {
    /// All files, sorted by path.
    #[must_use]
    pub fn into_files(self) -> Vec<SiteFile> {
        let mut files = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        files
    }
}

impl Sink for Memory {
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(file);
        Ok(())
    }
}
