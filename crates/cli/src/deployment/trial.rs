//! Tries a deployment here, with the program that does it in servers: all its files are below one folder.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

use heat_catalogue::io_error::describe;
use heat_deployments::Folders;
use heat_deployments::log::Level;
use heat_deployments::run::{Notification, Notifier, NotifyError, Outcome};
use heat_deployments::signal::Outputs;
use heat_model::Value;

use super::options::TrialOptions;
use crate::outcome::Failure;

/// How many names are tried for a folder that does not exist yet.
const MAX_NAMES: u32 = 1000;

/// A server that is only a folder.
#[derive(Debug)]
pub(super) struct Trial {
    folders: Folders,
    folder: PathBuf,
    /// Whether the folder goes with this value.
    is_temporary: bool,
}

/// What happened.
#[derive(Debug)]
pub(super) struct TrialResult {
    /// Whether there was anything to do, in words; none if a hook ran.
    pub(super) not_run: Option<String>,
    /// What would be signalled.
    pub(super) outputs: Option<Outputs>,
    /// What is worth knowing of the lines in the log.
    pub(super) log: Vec<String>,
}

impl Trial {
    /// A server in the folder that the options name, or in a temporary one.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub(super) fn new(options: &TrialOptions) -> Result<Self, Failure> {
        let (folder, is_temporary) = match &options.folder {
            Some(folder) => (folder.clone(), false),
            None => (std::env::temp_dir(), true),
        };
        let failed = |error: io::Error| {
            Failure::unreadable(format!("`{}` cannot be used: {}", folder.display(), describe(&error)))
        };
        let folder = if is_temporary {
            temporary_folder(&folder).map_err(failed)?
        } else {
            make(&folder, true).and_then(|()| folder.canonicalize()).map_err(failed)?
        };
        Ok(Self { folders: Folders::from_environment().below(&folder), folder, is_temporary })
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the folder is removed in the end.
    pub(super) fn is_temporary(&self) -> bool {
        self.is_temporary
    }

    /// Does what a server is given.
    ///
    /// # Errors
    /// If nothing can be remembered in the folder.
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

impl Drop for Trial {
    fn drop(&mut self) {
        if self.is_temporary {
            // What cannot be removed is left to the system.
            _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Accepts each signal, as Heat does.
struct AcceptSignals;

impl Notifier for AcceptSignals {
    fn notify(&mut self, _: &Notification<'_>) -> Result<(), NotifyError> {
        Ok(())
    }
}

/// Why no hook ran; none if one did.
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

/// Makes a folder that only its owner can read.
fn make(folder: &Path, is_recursive: bool) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(is_recursive).create(folder)
}

fn temporary_folder(within: &Path) -> io::Result<PathBuf> {
    for number in 0..MAX_NAMES {
        let folder = within.join(format!("heat-codegen-trial-{}-{number}", std::process::id()));
        match make(&folder, false) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
