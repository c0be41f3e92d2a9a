//! The options of `plan`.

use std::path::PathBuf;
use std::sync::Arc;

use heat_template_check::EnabledRules;
use heat_template_check::settings::Settings;
use indexmap::IndexMap;

/// Options of a plan: its sides, and the reports about it.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The old side: a template, or a revision if `template` is set.
    pub old: String,
    /// The new side: a template, or a revision if `template` is set; `None` for the working folder.
    pub new: Option<String>,
    /// The template, in the revisions or in the working folder.
    pub template: Option<PathBuf>,
    /// Environments and parameters of the old side.
    pub old_inputs: SideInputs,
    /// Environments and parameters of the new side.
    pub new_inputs: SideInputs,
    /// The settings file that names the environments of the new side; `None` if options name them.
    pub environments_named_by: Option<String>,
    /// The folder from which `get_file` and nested templates may be read; by default, the repository of the working folder, or
    /// else the working folder.
    pub root: Option<PathBuf>,
    /// The timeout of the update, in minutes.
    pub timeout: u64,
    /// The format.
    pub format: Format,
    /// Further reports.
    pub reports: Vec<(Format, PathBuf)>,
    /// Effects for which the command fails.
    pub fail_on: Vec<Concern>,
    /// The rules of the project, of which those about updates are applied.
    pub rules: EnabledRules,
    /// The settings of the project, which allow findings of its rules.
    pub settings: Option<Arc<Settings>>,
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
    /// Text for people.
    #[default]
    Text,
    /// A comment for a pull request.
    Markdown,
    /// A JSON document.
    Json,
}

/// Effect for which a plan can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// Heat refuses the update.
    Refused,
    /// A service is interrupted temporarily.
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
