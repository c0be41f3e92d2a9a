//! Runs a deployment here, with the program that runs it in servers: all its files are below one folder.

use std::path::{Path, PathBuf};

use heat_catalogue::io_error::describe;
use heat_deployments::Folders;
use heat_deployments::log::Level;
use heat_deployments::run::{Notification, Notifier, NotifyError, Outcome};
use heat_deployments::signal::Outputs;
use heat_model::Value;

use super::options::TrialOptions;
use crate::outcome::Failure;
use crate::temporary_folder::{TemporaryFolder, make};

/// A folder in place of a server.
#[derive(Debug)]
pub(super) struct Trial {
    folders: Folders,
    folder: PathBuf,
    /// The folder, if it is removed when this value is dropped.
    temporary: Option<TemporaryFolder>,
}

/// Result of running a deployment.
#[derive(Debug)]
pub(super) struct TrialResult {
    /// Reason in words why no hook ran; `None` if one did.
    pub(super) not_run: Option<String>,
    /// The outputs that would be signalled.
    pub(super) outputs: Option<Outputs>,
    /// The relevant lines of the log.
    pub(super) log: Vec<String>,
}

impl Trial {
    /// Creates the server in the folder that the options name, or in a temporary one.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(super) fn new(options: &TrialOptions) -> Result<Self, Failure> {
        let Some(folder) = &options.folder else {
            let temporary = TemporaryFolder::new("trial")?;
            let folder = temporary.path().to_path_buf();
            let folders = Folders::from_environment().below(&folder);
            return Ok(Self { folders, folder, temporary: Some(temporary) });
        };
        let folder = make(folder, true).and_then(|()| folder.canonicalize()).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be used: {}", folder.display(), describe(&error)))
        })?;
        Ok(Self { folders: Folders::from_environment().below(&folder), folder, temporary: None })
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether the folder is removed at the end.
    pub(super) fn is_temporary(&self) -> bool {
        self.temporary.is_some()
    }

    /// Runs the deployments in a server's data.
    ///
    /// # Errors
    /// If the state cannot be stored in the folder.
    pub(super) fn run(&self, entry: &Value) -> Result<TrialResult, Failure> {
        let mut log: Vec<(Level, String)> = Vec::new();
        let list = std::slice::from_ref(entry);
        let report = heat_deployments::run::run(list, &self.folders, &mut AcceptSignals, &mut log)
            .map_err(|error| Failure::unreadable(error.to_string()))?;
        let handled = report.deployments.into_iter().next();
        let (not_run, outputs) =
            handled.map_or((None, None), |handled| (words(&handled.outcome), handled.outputs));
        let log =
            log.into_iter().filter(|(level, _)| *level >= Level::Warning).map(|(_, line)| line).collect();
        Ok(TrialResult { not_run, outputs, log })
    }
}

/// A notifier that accepts each signal, as Heat does.
struct AcceptSignals;

impl Notifier for AcceptSignals {
    fn notify(&mut self, _: &Notification<'_>) -> Result<(), NotifyError> {
        Ok(())
    }
}

/// The reason why no hook ran; `None` if one did.
fn words(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Ran => return None,
        Outcome::Unreadable(problem) => format!("it cannot be read: {problem}"),
        Outcome::NothingForAction(action) => format!("the component has no config for {action}"),
        Outcome::NoHookNeeded(group) => {
            format!("no hook is for the group `{group}`: nothing runs, and nothing is signalled")
        }
        Outcome::AlreadyDone | Outcome::SignalRepeated => "it was done before".to_owned(),
        Outcome::Interrupted => "an earlier run was interrupted".to_owned(),
        Outcome::UnknownGroup(group) => format!("there is no hook for the group `{group}`"),
        Outcome::NotStarted(problem) => format!("its state cannot be written: {problem}"),
    })
}
