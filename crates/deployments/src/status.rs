//! Status of the deployments: those that ran, those that wait, and signals that were not accepted.

use heat_model::{Value, value};

use crate::deployment::{Choice, Deployment};
use crate::folders::Folders;
use crate::hook;
use crate::run::GROUPS_WITHOUT_HOOK;
use crate::state::{Progress, State};

/// Status of a deployment. It contains none of its inputs and, except for the exit code, none of its outputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeploymentStatus {
    /// Identifier of the deployment; if it is no longer in the list, the name of its files.
    pub id: String,
    /// Name of the deployment.
    pub name: Option<String>,
    /// Group of the deployment; for a component, the tool of the action.
    pub group: Option<String>,
    /// Action that the deployment is for.
    pub action: Option<String>,
    /// `true` if the deployment is in the list.
    pub is_listed: bool,
    /// Stage that the deployment has reached.
    pub stage: Stage,
    /// Exit code that the deployment's hook reported.
    pub status_code: Option<String>,
}

/// Stage of a deployment, which tells the next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The deployment's hook is run in the next run.
    Waiting,
    /// The deployment's hook is running.
    Running,
    /// The deployment's hook was interrupted: the next run reports that it failed.
    Interrupted,
    /// The deployment's signal is repeated in the next run.
    SignalOwed,
    /// Nothing is left to do.
    Done,
    /// Nothing is to be done: it is a component without a config for its action, or its group needs no hook.
    Skipped,
    /// There is no hook for its group: the next run reports that it failed.
    NoHook,
    /// The deployment cannot be read.
    Unreadable,
}

impl Stage {
    /// Name of the stage in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::SignalOwed => "signal-owed",
            Self::Done => "done",
            Self::Skipped => "skipped",
            Self::NoHook => "no-hook",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Returns the status of the deployments of a list, in its order, and of those that are no longer in it.
#[must_use]
pub fn status(list: &[Value], folders: &Folders) -> Vec<DeploymentStatus> {
    let state = State::of(folders);
    let mut listed = Vec::new();
    let mut all: Vec<DeploymentStatus> =
        list.iter().map(|entry| known(entry, &state, folders, &mut listed)).collect();
    for name in state.all() {
        if !listed.contains(&name) {
            let (next, code) = (stage_of(state.progress(&name)), status_code(&state, &name));
            all.push(DeploymentStatus {
                id: name,
                name: None,
                group: None,
                action: None,
                is_listed: false,
                stage: next,
                status_code: code,
            });
        }
    }
    // Any deployment that a running agent has begun is being run, and any stored result is about to be signalled.
    if state.is_in_use() {
        for known in all.iter_mut().filter(|known| known.stage == Stage::Interrupted) {
            known.stage = Stage::Running;
        }
    }
    all
}

fn known(entry: &Value, state: &State, folders: &Folders, listed: &mut Vec<String>) -> DeploymentStatus {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    let mut known = DeploymentStatus {
        id: text("id").unwrap_or_default(),
        name: text("name"),
        group: text("group"),
        action: None,
        is_listed: true,
        stage: Stage::Unreadable,
        status_code: None,
    };
    let Ok(deployment) = Deployment::read(entry) else { return known };
    let file_name = deployment.file_name();
    known.id.clone_from(&deployment.id);
    known.action = deployment.inputs.get("deploy_action").and_then(Value::as_str).map(str::to_owned);
    known.stage = match deployment.choose() {
        Choice::NothingFor { .. } => Stage::Skipped,
        Choice::Run(deployment) => {
            let group = deployment.group.as_str();
            known.group = Some(group.to_owned());
            match state.progress(&file_name) {
                Progress::New if hook::find(group, folders).is_some() => Stage::Waiting,
                Progress::New if GROUPS_WITHOUT_HOOK.contains(&group) => Stage::Skipped,
                Progress::New => Stage::NoHook,
                progress => stage_of(progress),
            }
        }
    };
    known.status_code = status_code(state, &file_name);
    listed.push(file_name);
    known
}

fn stage_of(progress: Progress) -> Stage {
    match progress {
        Progress::New => Stage::Waiting,
        Progress::Interrupted => Stage::Interrupted,
        Progress::Owed => Stage::SignalOwed,
        Progress::Done => Stage::Done,
    }
}

fn status_code(state: &State, name: &str) -> Option<String> {
    let code = state.outputs(name)?.get("deploy_status_code")?.clone();
    // Anything else is not a code, and may be arbitrary data.
    matches!(code, Value::Integer(_) | Value::String(_)).then(|| heat_model::python::str_of(&code))
}

/// Formats the statuses as JSON.
#[must_use]
pub fn to_json(all: &[DeploymentStatus]) -> String {
    let known = |known: &DeploymentStatus| {
        value!({
            "id": known.id.as_str(),
            "name": known.name.as_deref(),
            "group": known.group.as_deref(),
            "action": known.action.as_deref(),
            "listed": known.is_listed,
            "stage": known.stage.as_str(),
            "status_code": known.status_code.as_deref(),
        })
    };
    let all: Vec<Value> = all.iter().map(known).collect();
    crate::json::indented(&Value::from(all), crate::json::STATE)
}

/// Formats the statuses as a table for people.
#[must_use]
pub fn to_text(all: &[DeploymentStatus]) -> String {
    let mut rows = vec![["STAGE", "CODE", "ACTION", "GROUP", "NAME", "ID"].map(str::to_owned)];
    for known in all {
        let or_dash = |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), printable);
        let stage = known.stage.as_str();
        let stage = if known.is_listed { stage.to_owned() } else { format!("{stage} (unlisted)") };
        rows.push([
            stage,
            or_dash(&known.status_code),
            or_dash(&known.action),
            or_dash(&known.group),
            or_dash(&known.name),
            printable(&known.id),
        ]);
    }
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// Replaces control characters, which a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}
