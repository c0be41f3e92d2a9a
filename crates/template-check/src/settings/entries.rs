//! Entries of `heat-codegen.yaml`: rules and environments, each for some files or all.

use std::path::{Path, PathBuf, absolute};

use heat_yaml::{Diagnostic, Span};

use crate::lint::Rule;

/// Code of the error about a file that cannot be read.
pub const UNREADABLE_FILE: &str = "unreadable-file";

/// Rule that is switched off.
#[derive(Debug)]
pub(super) struct AllowedRule {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    pub(super) files: FileSelection,
    pub(super) is_used: bool,
}

impl AllowedRule {
    /// Returns whether the entry is about a finding. `folder` is the one of the settings.
    pub(super) fn allows(&self, finding: &Diagnostic, folder: &Path) -> bool {
        self.rule.id == finding.code
            && self.files.contain(Path::new(finding.file_name().unwrap_or_default()), folder)
    }
}

/// Rule that is off by default and enabled.
#[derive(Debug)]
pub(super) struct EnabledRule {
    pub(super) rule: &'static Rule,
    pub(super) files: FileSelection,
}

/// Environment that templates are checked with.
#[derive(Debug)]
pub(super) struct NamedEnvironment {
    pub(super) path: String,
    pub(super) span: Span,
    pub(super) files: FileSelection,
}

/// Files and folders that an entry applies to; empty for all.
#[derive(Debug, Default)]
pub(super) struct FileSelection(pub(super) Vec<String>);

impl FileSelection {
    /// Returns whether a file is one of the selected files, or in one of the selected folders.
    pub(super) fn contain(&self, file: &Path, folder: &Path) -> bool {
        self.0.is_empty() || self.0.iter().any(|around| plain(file).starts_with(plain(&folder.join(around))))
    }
}

/// Returns a path as an absolute path, so that paths can be compared.
pub(super) fn plain(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
