//! A run over the list of deployments.
//!
//! Each deployment is done once: its hook is run, its outputs are stored, and the signal is repeated in later runs until it is
//! accepted. A run that was interrupted is reported as failed, because nobody knows how far it got.

use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use heat_model::{Value, json};
use indexmap::IndexMap;

use crate::deployment::{Choice, Deployment};
use crate::file_names::file_name;
use crate::files::PRIVATE;
use crate::folders::Folders;
use crate::hook::{self, Hook, NO_SUCCESS, failure};
use crate::idle::Unread;
use crate::list::{Entry, entries};
use crate::log::{Level, Log};
use crate::signal::Outputs;
use crate::state::{LockedState, Progress};
use crate::supervisor::{self, Answer};
use crate::work::{begin, keep, work};

/// Groups without a hook, unless a program has their name: they neither run nor signal anything here.
///
/// The configs of these two groups are data for templates: os-collect-config merges them into the metadata that os-apply-config
/// reads, and the program that applies the templates knows when they are done. Heat uses `Heat::Ungrouped` for a config without a
/// group. A signal from here would tell Heat that they have failed, or are done, before that.
pub const GROUPS_WITHOUT_HOOK: [&str; 2] = ["os-apply-config", heat_software::UNGROUPED];

/// Signals the outputs of a hook to Heat.
pub trait Notifier {
    /// Signals the outputs. `Ok` means that the signal was accepted, or that the deployment wants none: it is not repeated.
    ///
    /// # Errors
    /// If the signal was not accepted. It is repeated in the next run.
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError>;
}

/// A signal to send.
#[derive(Debug, Clone, Copy)]
pub struct Notification<'a> {
    /// Path of the file with the deployment's config.
    pub config_file: &'a Path,
    /// Values of the deployment's inputs, among them where and how to signal.
    pub inputs: &'a IndexMap<String, Value>,
    /// Outputs of the hook.
    pub outputs: &'a Outputs,
}

/// Error of a signal that was not accepted. The text contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotifyError {
    /// The service was not reachable, was overloaded or failed: the same signal may be accepted a moment later.
    Unavailable(String),
    /// The service refused the signal, or the inputs do not allow to send it: repeating it at once is no use.
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

/// Results of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// Results of the deployments, in the order of the list. Empty if nothing has changed since all of them were found to be
    /// done.
    pub deployments: Vec<DeploymentResult>,
}

impl Report {
    fn done_before(&self) -> usize {
        self.deployments.iter().filter(|handled| handled.outcome == Outcome::AlreadyDone).count()
    }

    /// Returns true if all deployments had been done before: the next run has nothing to do either, unless something changes.
    fn is_idle(&self) -> bool {
        self.done_before() == self.deployments.len()
    }
}

/// Result of a deployment in a run.
#[derive(Debug)]
pub struct DeploymentResult {
    /// Identifier of the deployment; empty if it could not be read.
    pub id: String,
    /// Outcome of the deployment.
    pub outcome: Outcome,
    /// Outputs that were signalled, or are still to be signalled.
    pub outputs: Option<Outputs>,
    /// Error of the signal, if it was not accepted. It is repeated in the next run.
    pub owed: Option<NotifyError>,
}

/// Outcome of a deployment in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The deployment could not be read.
    Unreadable(String),
    /// The deployment is a component without a config for its action.
    NothingForAction(String),
    /// The deployment's group needs no hook: see [`GROUPS_WITHOUT_HOOK`].
    NoHookNeeded(String),
    /// The deployment was done in an earlier run.
    AlreadyDone,
    /// The deployment was done in an earlier run, and its signal was repeated.
    SignalRepeated,
    /// The deployment's hook was interrupted in an earlier run. The deployment is reported as failed.
    Interrupted,
    /// There is no hook for its group. The deployment is reported as failed.
    UnknownGroup(String),
    /// The state could not be written before the hook was started. The deployment is run in a later run.
    NotStarted(String),
    /// The deployment's hook was run.
    Ran,
}

/// Reason why nothing was run.
#[derive(Debug)]
pub enum RunError {
    /// There is no list of deployments.
    NoList(String),
    /// The run was started by a hook of another run, which has not finished.
    PartOfAnother,
    /// The state folder cannot be used.
    State(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoList(text) => f.write_str(text),
            Self::PartOfAnother => {
                f.write_str("The agent that runs this hook is at work: the list is left to it")
            }
            Self::State(error) => write!(f, "The folder of what has been deployed cannot be used: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::WouldBlock { Self::PartOfAnother } else { Self::State(error) }
    }
}

/// Runs the deployments of the list in the file, once no other agent is running. A list that cannot be read is reported in the
/// log.
///
/// # Errors
/// If there is no list, or the state cannot be stored.
pub fn run_file(
    folders: &Folders,
    notifier: &mut dyn Notifier,
    log: &mut dyn Log,
) -> Result<Report, RunError> {
    let path = folders.list();
    if !path.exists() {
        return Err(RunError::NoList(format!("No config file {}", path.display())));
    }
    let mut state = LockedState::lock(folders, log)?;
    // From here on: another agent may have been running for a while.
    let unread = Unread::new(&path, state.folder());
    if let Some(count) = unread.as_ref().and_then(|unread| unread.all_done(state.folder()))
        && !log.takes(Level::Debug)
    {
        log_done(count, count, log);
        return Ok(Report::default());
    }
    state.read_names();
    let text = read_private(&path);
    match text.as_deref().map_err(Clone::clone).and_then(entries) {
        Ok(list) => {
            let report = run_locked(&list, &state, folders, notifier, log);
            if let Some(unread) = unread
                && report.is_idle()
                && state.owed_before().is_empty()
            {
                // Otherwise the next run reads the list, as this one did.
                let _ = unread.remember(state.folder(), list.len());
            }
            Ok(report)
        }
        Err(problem) => {
            log.error(&format!("The list of deployments {} cannot be read: {problem}", path.display()));
            Ok(Report::default())
        }
    }
}

/// Runs the deployments of a list, once no other agent is running.
///
/// # Errors
/// If the state cannot be stored.
pub fn run(
    list: &[Value],
    folders: &Folders,
    notifier: &mut dyn Notifier,
    log: &mut dyn Log,
) -> Result<Report, RunError> {
    let state = LockedState::open(folders, log)?;
    let list: Vec<Entry<'_>> = list.iter().map(Entry::Read).collect();
    Ok(run_locked(&list, &state, folders, notifier, log))
}

/// Reads a file that contains secrets, and takes read permission away from others.
fn read_private(path: &Path) -> Result<Vec<u8>, String> {
    let mode = fs::symlink_metadata(path).map(|metadata| metadata.permissions().mode() & 0o7777);
    let made_private = match mode {
        Ok(PRIVATE) => Ok(()),
        Ok(_) => fs::set_permissions(path, Permissions::from_mode(PRIVATE)),
        Err(error) => Err(error),
    };
    made_private.and_then(|()| fs::read(path)).map_err(|error| error.to_string())
}

fn run_locked(
    list: &[Entry<'_>],
    state: &LockedState,
    folders: &Folders,
    notifier: &mut dyn Notifier,
    log: &mut dyn Log,
) -> Report {
    let time_limit = folders.time_limit().unwrap_or_else(|problem| {
        log.warning(&problem);
        None
    });
    let mut run = Run { state, folders, time_limit, notifier, log };
    run.drop_forgotten(list);
    let deployments: Vec<DeploymentResult> =
        list.iter().enumerate().map(|(index, entry)| run.entry(index, entry)).collect();
    let report = Report { deployments };
    log_done(report.done_before(), list.len(), log);
    report
}

fn log_done(done: usize, all: usize, log: &mut dyn Log) {
    if done > 0 {
        log.info(&format!("{done} of {all} deployments were done before"));
    }
}

struct Run<'a> {
    state: &'a LockedState,
    folders: &'a Folders,
    time_limit: Option<Duration>,
    notifier: &'a mut dyn Notifier,
    log: &'a mut dyn Log,
}

impl Run<'_> {
    /// Drops signals of deployments that are no longer in the list: Heat waits for none of them.
    fn drop_forgotten(&mut self, list: &[Entry<'_>]) {
        let owed = self.state.owed_before();
        if owed.is_empty() {
            return;
        }
        let current: Vec<String> =
            list.iter().filter_map(|entry| Some(read(entry).ok()?.file_name())).collect();
        for name in owed.iter().filter(|name| !current.contains(name)) {
            self.log
                .warning(&format!("Dropping the signal of {name}: the deployment is no longer in the list"));
            self.settle(name);
        }
    }

    fn entry(&mut self, index: usize, entry: &Entry<'_>) -> DeploymentResult {
        if let Entry::Text { id: Some(id), .. } = entry
            && self.state.was_done(&file_name(id))
        {
            return self.already_done(id);
        }
        let deployment = match read(entry) {
            Ok(deployment) => deployment,
            Err(problem) => {
                self.log.error(&format!("Deployment {index} of the list cannot be read: {problem}"));
                return handled(String::new(), Outcome::Unreadable(problem));
            }
        };
        let id = deployment.id.clone();
        match deployment.choose() {
            Choice::Run(deployment) => self.deployment(&deployment),
            Choice::NothingFor { action } => {
                self.log.warning(&format!(
                    "Skipping group component, no valid script is defined for deploy action {action}"
                ));
                handled(id, Outcome::NothingForAction(action))
            }
        }
    }

    fn deployment(&mut self, deployment: &Deployment) -> DeploymentResult {
        let name = deployment.file_name();
        match self.state.progress(&name) {
            Progress::New => self.start(deployment, &name),
            Progress::Done => self.already_done(&deployment.id),
            Progress::Owed => match self.state.outputs(&name) {
                Some(outputs) => {
                    self.log.info(&format!("Repeating the signal of {}", deployment.id));
                    self.signal(deployment, &name, outputs, Outcome::SignalRepeated)
                }
                None => self.interrupted(deployment, &name, "the result of the hook cannot be read"),
            },
            Progress::Interrupted => self.interrupted(deployment, &name, "the hook was interrupted"),
        }
    }

    fn already_done(&mut self, id: &str) -> DeploymentResult {
        if self.log.takes(Level::Debug) {
            let file = self.state.config_file(&file_name(id));
            self.log.debug(&format!("Skipping config {id}, already deployed"));
            self.log.debug(&format!("To force-deploy, rm {}", file.display()));
        }
        handled(id.to_owned(), Outcome::AlreadyDone)
    }

    fn start(&mut self, deployment: &Deployment, name: &str) -> DeploymentResult {
        let group = deployment.group.as_str();
        let hook = hook::find(group, self.folders);
        if hook.is_none() && GROUPS_WITHOUT_HOOK.contains(&group) {
            return handled(deployment.id.clone(), Outcome::NoHookNeeded(group.to_owned()));
        }
        let Some(hook) = hook else {
            let problem = format!("There is no hook for the group {group}");
            self.log.error(&format!("Config {}: {problem}", deployment.id));
            return match begin(self.state, name, deployment, self.log) {
                Ok(()) => {
                    let outcome = Outcome::UnknownGroup(group.to_owned());
                    self.keep_and_signal(deployment, name, failure(NO_SUCCESS, &problem), outcome)
                }
                Err(problem) => handled(deployment.id.clone(), Outcome::NotStarted(problem)),
            };
        };
        match self.run_hook(&hook, deployment, name) {
            Answer::Result(outputs) => self.signal(deployment, name, outputs, Outcome::Ran),
            Answer::NotStarted(problem) => handled(deployment.id.clone(), Outcome::NotStarted(problem)),
            Answer::None => self.interrupted(deployment, name, "the hook was interrupted"),
        }
    }

    /// Runs a hook, in a process that outlives this one if possible.
    fn run_hook(&mut self, hook: &Hook, deployment: &Deployment, name: &str) -> Answer {
        if let Some(arguments) = self.folders.supervisor() {
            match supervisor::run(arguments, deployment, self.state) {
                // It was killed before it began.
                Ok(Answer::None) if self.state.progress(name) == Progress::New => {
                    return Answer::NotStarted("its supervisor was killed".to_owned());
                }
                Ok(answer) => return answer,
                Err(error) => self.log.warning(&format!(
                    "Stopping the agent will interrupt the hook of {}, which has no supervisor: {error}",
                    deployment.id
                )),
            }
        }
        match work(hook, deployment, self.state, self.folders, self.time_limit, self.log) {
            Ok(outputs) => Answer::Result(outputs),
            Err(problem) => Answer::NotStarted(problem),
        }
    }

    fn interrupted(&mut self, deployment: &Deployment, name: &str, problem: &str) -> DeploymentResult {
        self.log.error(&format!("Config {} is reported as failed: {problem}", deployment.id));
        let text = format!("heat-config: {problem}. It is not run again.");
        self.keep_and_signal(deployment, name, failure(NO_SUCCESS, &text), Outcome::Interrupted)
    }

    fn keep_and_signal(
        &mut self,
        deployment: &Deployment,
        name: &str,
        outputs: Outputs,
        outcome: Outcome,
    ) -> DeploymentResult {
        keep(self.state, name, deployment, &outputs, self.log);
        self.signal(deployment, name, outputs, outcome)
    }

    fn signal(
        &mut self,
        deployment: &Deployment,
        name: &str,
        outputs: Outputs,
        outcome: Outcome,
    ) -> DeploymentResult {
        let config_file = self.state.config_file(name);
        let request =
            Notification { config_file: &config_file, inputs: &deployment.inputs, outputs: &outputs };
        let owed = self.notifier.notify(&request).err();
        match &owed {
            None => self.settle(name),
            Some(error) => self.log.error(&format!(
                "The signal of {} was not accepted, and is repeated in the next run: {error}",
                deployment.id
            )),
        }
        DeploymentResult { id: deployment.id.clone(), outcome, outputs: Some(outputs), owed }
    }

    fn settle(&mut self, name: &str) {
        if let Err(error) = self.state.settle(name) {
            self.log.error(&format!("That {name} was signalled cannot be remembered: {error}"));
        }
    }
}

/// Reads an entry of the list.
fn read(entry: &Entry<'_>) -> Result<Deployment, String> {
    match entry {
        Entry::Read(value) => Deployment::read(value),
        Entry::Text { text, .. } => {
            let value = json::parse(text).map_err(|error| error.to_string())?;
            Deployment::read(&value)
        }
    }
}

fn handled(id: String, outcome: Outcome) -> DeploymentResult {
    DeploymentResult { id, outcome, outputs: None, owed: None }
}
