//! The options of the command, as plain values.

use std::path::PathBuf;

use heat_software::Action;
use indexmap::IndexMap;

use crate::resolve::ResolveInputs;

/// The options of the command.
#[derive(Debug, Clone)]
pub struct Options {
    /// The template, and the inputs for resolving it.
    pub inputs: ResolveInputs,
    /// The name of the deployment, preceded by the names of the resources that contain it: `group/0/install`.
    pub name: String,
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// `true` if a list of actions was requested, even if it has only one.
    pub is_sequence: bool,
    /// Values of inputs that replace those of the template.
    pub input_values: IndexMap<String, String>,
    /// Values of inputs that replace those of the template from an action on: its number, the name, and the value.
    pub later_values: Vec<(usize, String, String)>,
    /// A file with values that only a cloud knows.
    pub values: Option<PathBuf>,
    /// The options for running the deployment here; `None` if it is only printed.
    pub trial: Option<TrialOptions>,
    /// The format of the output; by default YAML, or text for people if the deployment is run.
    pub format: Option<Format>,
}

/// Options for running a deployment here.
#[derive(Debug, Clone, Default)]
pub struct TrialOptions {
    /// The folder for all files, which keeps them between calls; a temporary one by default.
    pub folder: Option<PathBuf>,
}

/// The formats of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML, the default.
    Yaml,
    /// JSON, on indented lines.
    Json,
}
