//! One run over the list of deployments.

use std::fmt;
use std::path::Path;

use heat_model::Value;
use indexmap::IndexMap;

use crate::signal::Outputs;

/// Signals to Heat what a hook reported.
pub trait Notifier {
    /// Signals the outputs. `Ok` means that the signal was accepted, or that the deployment wants none: it is not repeated.
    ///
    /// # Errors
    /// If the signal was not accepted. It is repeated in the next run.
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError>;
}

/// What is to be signalled.
#[derive(Debug, Clone, Copy)]
pub struct Notification<'a> {
    /// The file with the deployment's config.
    pub config_file: &'a Path,
    /// The values of the deployment's inputs: among them, where and how to signal.
    pub inputs: &'a IndexMap<String, Value>,
    /// What the hook reported.
    pub outputs: &'a Outputs,
}

/// Why a signal was not accepted. The text contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotifyError {
    /// The service was not reachable, was overloaded or failed: the same signal may be accepted a moment later.
    Unavailable(String),
    /// The service refused the signal, or the signal cannot be sent as the inputs say: repeating it at once is no use.
    Refused(String),
}

impl fmt::Display for NotifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(text) | Self::Refused(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for NotifyError {}
