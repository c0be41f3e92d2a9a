//! What the entries of `heat-codegen.yaml` are about: rules and environments, each for some files or all.

use std::path::{Path, PathBuf, absolute};

use heat_yaml::Span;

use crate::lint::Rule;

/// A rule that is switched off.
#[derive(Debug)]
pub(super) struct AllowedRule {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    pub(super) files: FileSelection,
    pub(super) is_used: bool,
}

/// A rule that is off by default and switched on.
#[derive(Debug)]
pub(super) struct EnabledRule {
    pub(super) rule: &'static Rule,
    pub(super) files: FileSelection,
}

/// An environment that templates are checked with.
#[derive(Debug)]
pub(super) struct NamedEnvironment {
    pub(super) path: String,
    pub(super) span: Span,
    pub(super) files: FileSelection,
}

/// The files and folders that an entry is about; none for everywhere.
#[derive(Debug, Default)]
pub(super) struct FileSelection(pub(super) Vec<String>);

impl FileSelection {
    /// Whether a file is one of the selected files, or in one of the selected folders.
    pub(super) fn contain(&self, file: &Path, folder: &Path) -> bool {
        self.0.is_empty() || self.0.iter().any(|around| plain(file).starts_with(plain(&folder.join(around))))
    }
}

/// A path without what does not matter.
pub(super) fn plain(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
