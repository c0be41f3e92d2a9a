//! `script`: the config is a program, and the inputs are its environment.
//!
//! The output NAME is read from the file `$heat_outputs_path.NAME`. In the environment, numbers, booleans, lists and maps are
//! written as JSON; null is empty. A config without a `#!` line is a shell script.

use std::ffi::OsString;

use super::job::{self, Job, text_of, with_outputs};
use crate::files::PRIVATE_PROGRAM;
use crate::process::Program;
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let outputs_path =
        job.folder("HEAT_SCRIPT_OUTPUTS", "/var/run/heat-config/heat-config-script")?.join(job.id());
    let working = job.folder("HEAT_SCRIPT_WORKING", "/var/lib/heat-config/heat-config-script")?;
    let script = working.join(job.id());
    job::write(&script, PRIVATE_PROGRAM, &job.config_text())?;
    job.remove_outputs(&outputs_path);
    let mut variables = environment(job)?;
    variables.push(("heat_outputs_path".to_owned(), outputs_path.clone().into()));
    let finished = job.run(Program { variables, folder: Some(working), ..Program::new(script) })?;
    Ok(with_outputs(job.outputs(&outputs_path), &finished))
}

/// Returns the inputs as environment variables.
pub(super) fn environment(job: &mut Job<'_>) -> Result<Vec<(String, OsString)>, String> {
    let mut variables = Vec::new();
    for (name, value) in job.inputs() {
        if name.is_empty() || name.contains(['=', '\0']) {
            job.log.warning("An input has a name that no variable can have: it is left out");
            continue;
        }
        let text = text_of(&value);
        if text.contains('\0') {
            return Err(format!("The input {name} contains a null character: no variable can have it"));
        }
        variables.push((name, text.into()));
    }
    Ok(variables)
}
