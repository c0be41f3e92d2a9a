//! The options of `plan`.

use std::path::PathBuf;

use indexmap::IndexMap;

/// What is compared, and what is reported.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The old side: a template; a revision, if `template` is given.
    pub old: String,
    /// The new side, likewise; none for the working folder.
    pub new: Option<String>,
    /// The template, in the revisions or in the working folder.
    pub template: Option<PathBuf>,
    /// What the old side is read with.
    pub old_inputs: SideInputs,
    /// What the new side is read with.
    pub new_inputs: SideInputs,
    /// The file with the settings that name the environments of the new side; none if options name them.
    pub environments_named_by: Option<String>,
    /// The folder that `get_file` and nested templates may be read from; by default, the repository of the working folder, or
    /// else the working folder.
    pub root: Option<PathBuf>,
    /// The timeout of the update, in minutes.
    pub timeout: u64,
    /// The format.
    pub format: Format,
    /// Further reports.
    pub reports: Vec<(Format, PathBuf)>,
    /// What to fail for.
    pub fail_on: Vec<Concern>,
}

/// The environment and the parameters of a side.
#[derive(Debug, Clone, Default)]
pub struct SideInputs {
    /// The files of the environment, in the order in which they are merged.
    pub environments: Vec<PathBuf>,
    /// The values of parameters, as text.
    pub parameters: IndexMap<String, String>,
}

/// The formats of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// A comment for a pull request.
    Markdown,
    /// A JSON document.
    Json,
}

/// What a plan can fail for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// Heat refuses the update.
    Refused,
    /// What a resource provides stops for a time.
    Interrupted,
    /// Data are lost.
    DataLoss,
    /// A resource is replaced.
    Replaced,
    /// A resource is deleted.
    Deleted,
    /// Anything changes.
    Changed,
}
