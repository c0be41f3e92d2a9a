//! What the command is asked for, as plain values.

use std::path::PathBuf;

use heat_software::Action;
use indexmap::IndexMap;

use crate::resolve::ResolveInputs;

/// What the command is asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// The template, and what it is resolved with.
    pub inputs: ResolveInputs,
    /// The name of the deployment, with those of the resources around it: `group/0/install`.
    pub name: String,
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// Whether a list of actions was asked for, also if it has one.
    pub is_sequence: bool,
    /// Values of inputs that replace those of the template.
    pub input_values: IndexMap<String, String>,
    /// The same for the actions from the one with this number on.
    pub later_values: Vec<(usize, String, String)>,
    /// A file with values that only a cloud knows.
    pub values: Option<PathBuf>,
    /// How the deployment is tried here; none if it is only printed.
    pub trial: Option<TrialOptions>,
    /// The format of the output; by default YAML, or text for people if the deployment is tried.
    pub format: Option<Format>,
}

/// How a deployment is tried here.
#[derive(Debug, Clone, Default)]
pub struct TrialOptions {
    /// The folder for all files, which keeps what has been done; a temporary one by default.
    pub folder: Option<PathBuf>,
}

/// The formats of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}
