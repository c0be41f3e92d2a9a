//! Marks deployments as done on a server whose state has been lost.

use std::io;

use heat_model::Value;

use crate::deployment::Deployment;
use crate::folders::Folders;
use crate::log::Log;
use crate::run::GROUPS_WITHOUT_HOOK;
use crate::state::LockedState;

/// Marks all deployments of a list as done, except those with a state. Returns how many were marked.
///
/// # Errors
/// If the state cannot be written.
pub fn rebuild(list: &[Value], folders: &Folders, log: &mut dyn Log) -> io::Result<usize> {
    let state = LockedState::open(folders, log)?;
    log.info(&format!("Found {} deployments", list.len()));
    let mut marked = 0;
    for (index, entry) in list.iter().enumerate() {
        let deployment = match Deployment::read(entry) {
            Ok(deployment) => deployment,
            Err(problem) => {
                log.error(&format!("Deployment {index} of the list cannot be read: {problem}"));
                continue;
            }
        };
        let (id, group) = (&deployment.id, &deployment.group);
        if GROUPS_WITHOUT_HOOK.contains(&group.as_str()) {
            log.info(&format!("Skipping deployment {id}, because its group is {group}"));
            continue;
        }
        let name = deployment.file_name();
        if state.mark(&name)? {
            let file = state.config_file(&name);
            log.info(&format!("Creating {} so that the deployment is not run again", file.display()));
            marked += 1;
        }
    }
    Ok(marked)
}
