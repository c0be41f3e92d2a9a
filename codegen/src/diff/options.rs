//! What `diff` is asked to compare, and to report.

use std::ffi::OsString;
use std::path::PathBuf;

use heat_diff::Severity;

use super::format::Format;
use crate::glob::Glob;

/// What to compare, and what to report of it.
#[derive(Debug)]
pub struct Options {
    /// The old side: a revision, folder or file, or a range for both sides; none for the merge base with the main branch.
    pub base: Option<OsString>,
    /// The new side: a revision, folder or file; none for the catalogue's folder as it is.
    pub head: Option<OsString>,
    /// The old side, where it is a release as it was recorded, by its name or version.
    pub since_release: Option<String>,
    /// The folder of recorded releases; none for the one beside the catalogue's folder.
    pub releases: Option<PathBuf>,
    /// The types to report on; all where there is no glob.
    pub types: Vec<Glob>,
    /// The format of the report.
    pub format: Format,
    /// Whether changes of words are listed, and not only counted.
    pub lists_docs: bool,
    /// The severities to fail for; none for those of the file of accepted changes.
    pub fail_on: Option<Vec<Severity>>,
    /// In how many releases something has to be DEPRECATED before it is HIDDEN.
    pub min_deprecated_releases: Option<usize>,
    /// The release that the new side will be part of; none for the newest that it knows.
    pub current_version: Option<String>,
    /// The file of accepted changes and settings; none for the one beside the catalogue's folder.
    pub allowances: Option<PathBuf>,
    /// What to add to that file instead of reporting.
    pub new_allowances: Option<NewAllowances>,
    /// The folder of templates that may use what changed.
    pub templates: Option<PathBuf>,
    /// Further reports.
    pub reports: Vec<ReportFile>,
}

/// The entries that are added to the file of accepted changes for what the comparison fails for.
#[derive(Debug, Clone)]
pub struct NewAllowances {
    /// Why the changes are accepted.
    pub reason: String,
    /// The release in which the entries end; none for the one after the current.
    pub expires: Option<String>,
}

/// A report that goes to a file.
#[derive(Debug, Clone)]
pub struct ReportFile {
    /// Its format.
    pub format: Format,
    /// The file.
    pub path: PathBuf,
}

impl Options {
    /// Whether templates that show what breaks have a place in what is written.
    pub(super) fn shows_witnesses(&self) -> bool {
        let formats = self.reports.iter().map(|report| report.format).chain([self.format]);
        self.new_allowances.is_none() && formats.into_iter().any(Format::shows_sections)
    }
}
