//! `heat-config rebuild-deployed`, also started as `heat-config-rebuild-deployed`.

use std::fs;
use std::process::{Command, Stdio};

use heat_deployments::Folders;
use heat_deployments::deployment::read_list;
use heat_deployments::log::Log as _;
use heat_deployments::rebuild::rebuild;
use heat_model::Value;

use super::stderr::Stderr;

/// Returns 1 if the list cannot be read, or a deployment cannot be marked.
pub(super) fn main() -> u8 {
    let folders = Folders::from_environment();
    let list = match current_list(&folders) {
        Ok(list) => list,
        Err(problem) => {
            Stderr.error(&problem);
            return 1;
        }
    };
    match rebuild(&list, &folders, &mut Stderr) {
        Ok(_) => 0,
        Err(error) => {
            Stderr.error(&format!("The deployments cannot be marked: {error}"));
            1
        }
    }
}

/// Reads the list of deployments: from the file, or, because the file may have been lost with the state, from `os-apply-config`.
fn current_list(folders: &Folders) -> Result<Vec<Value>, String> {
    let path = folders.list();
    let (text, source) = if path.exists() {
        let text = fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()));
        (text?, path.display().to_string())
    } else {
        let command = ["os-apply-config", "--key", "deployments", "--type", "raw"];
        let output = Command::new(command[0]).args(&command[1..]).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| {
            format!(
                "There is no list of deployments {}, and {} cannot be started: {error}",
                path.display(),
                command[0]
            )
        })?;
        if !output.status.success() {
            return Err(format!("{} failed: {}", command.join(" "), output.status));
        }
        (output.stdout, command.join(" "))
    };
    read_list(&text)
        .map_err(|problem| format!("The list of deployments of {source} cannot be read: {problem}"))
}
