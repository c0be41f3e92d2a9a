//! Applies one deployment: its state before the hook, the hook, and its state afterwards.

use std::time::Duration;

use crate::deployment::Deployment;
use crate::folders::Folders;
use crate::hook::{self, Hook, Job};
use crate::log::Log;
use crate::signal::Outputs;
use crate::state::LockedState;

/// Begins a deployment, runs its hook and stores the result.
///
/// # Errors
/// If the state cannot be written: the hook was not started.
pub(crate) fn work(
    hook: &Hook,
    deployment: &Deployment,
    state: &LockedState,
    folders: &Folders,
    time_limit: Option<Duration>,
    log: &mut dyn Log,
) -> Result<Outputs, String> {
    let name = deployment.file_name();
    begin(state, &name, deployment, log)?;
    let file = state.config_file(&name);
    let outputs = match hook {
        Hook::Program(path) => {
            log.debug(&format!("Running {} < {}", path.display(), file.display()));
            hook::run_program(path, &deployment.config, time_limit, log)
        }
        Hook::BuiltIn(hook) => {
            log.debug(&format!("Running the built-in hook {} < {}", hook.name(), file.display()));
            hook.run(&mut Job { config: &deployment.config, folders, time_limit, log })
        }
    };
    keep(state, &name, deployment, &outputs, log);
    Ok(outputs)
}

/// Records that a deployment was begun.
pub(crate) fn begin(
    state: &LockedState,
    name: &str,
    deployment: &Deployment,
    log: &mut dyn Log,
) -> Result<(), String> {
    state.begin(name, &deployment.config).map_err(|error| {
        let problem = error.to_string();
        log.error(&format!(
            "Config {} is left to a later run, because its state cannot be written: {problem}",
            deployment.id
        ));
        problem
    })
}

/// Stores the outputs of a hook.
pub(crate) fn keep(
    state: &LockedState,
    name: &str,
    deployment: &Deployment,
    outputs: &Outputs,
    log: &mut dyn Log,
) {
    if let Err(error) = state.keep(name, outputs) {
        // They are signalled all the same. If that fails as well, the next run reports the deployment as interrupted.
        log.error(&format!("The result of {} cannot be kept: {error}", deployment.id));
    }
}
