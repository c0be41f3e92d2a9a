//! The options of `diff`.

use std::ffi::OsString;
use std::path::PathBuf;

use heat_catalogue::glob::Glob;
use heat_diff::Severity;

use super::format::Format;

/// Options of a comparison: its sides, and the reports about it.
#[derive(Debug, Default)]
pub struct Options {
    /// The old side: a revision, folder or file, or a range for both sides; `None` for the merge base with the main branch.
    pub base: Option<OsString>,
    /// The new side: a revision, folder or file; `None` for the catalogue's folder on disk.
    pub head: Option<OsString>,
    /// The old side, if it is a recorded release, by its name or version.
    pub since_release: Option<String>,
    /// Both sides, if they are releases of the catalogue's own history, by their names or versions.
    pub between: Option<[String; 2]>,
    /// The folder of recorded releases; `None` for the one next to the catalogue's folder.
    pub releases: Option<PathBuf>,
    /// The types to report on; all types if there is no glob.
    pub types: Vec<Glob>,
    /// The format of the report.
    pub format: Format,
    /// `true` if changes of texts are listed, and not only counted.
    pub lists_docs: bool,
    /// The severities to fail for; `None` for those in the file of accepted changes.
    pub fail_on: Option<Vec<Severity>>,
    /// The number of releases in which an item must be DEPRECATED before it can become HIDDEN.
    pub min_deprecated_releases: Option<usize>,
    /// The release that will contain the new side; `None` for the newest one that it knows.
    pub current_version: Option<String>,
    /// The file of accepted changes and settings; `None` for the one next to the catalogue's folder.
    pub allowances: Option<PathBuf>,
    /// Entries to add to the file of accepted changes instead of reporting.
    pub new_allowances: Option<NewAllowances>,
    /// The folder of templates to search for uses of the changes.
    pub templates: Option<PathBuf>,
    /// Further reports.
    pub reports: Vec<(Format, PathBuf)>,
}

/// The entries to add to the file of accepted changes for the findings that make the comparison fail.
#[derive(Debug, Clone)]
pub struct NewAllowances {
    /// Reason why the changes are accepted.
    pub reason: String,
    /// The release in which the entries expire; `None` for the one after the current.
    pub expires: Option<String>,
}

impl Options {
    /// Returns whether any of the reports shows templates that demonstrate a breaking change.
    pub(super) fn shows_witnesses(&self) -> bool {
        let formats = self.reports.iter().map(|(format, _)| *format).chain([self.format]);
        self.new_allowances.is_none() && formats.into_iter().any(Format::shows_sections)
    }
}
