//! Output of a trial for people.

use heat_model::Value;
use heat_model::python::str_of;
use heat_software::signal::{OUTPUTS, Status};

use super::step::{Step, StepResult};
use super::trial::Trial;
use crate::outcome::Failure;
use crate::session::Session;

/// Prints where files are written, that scripts are not sandboxed, and which inputs are unknown.
pub(super) fn introduce(trial: &Trial, unknown: &[String], session: &mut Session) -> Result<(), Failure> {
    let (folder, kept) =
        (trial.folder().display(), if trial.is_temporary() { " and removed at the end" } else { "" });
    writeln!(session.err, "note: the files of the deployment are written below {folder}{kept}")?;
    let rights =
        "note: its scripts run on this machine, with your rights: they can change what you can change";
    writeln!(session.err, "{rights}")?;
    for name in unknown {
        writeln!(
            session.err,
            "warning: the input `{name}` has a placeholder: only a deployed stack knows the value\n  = help: set it with \
             --input {name}=VALUE, or give the attributes of resources with --attributes"
        )?;
    }
    Ok(())
}

/// Writes the result of an action.
pub(super) fn step(step: &Step, session: &mut Session) -> Result<(), Failure> {
    let action = step.action;
    let Some(entry) = &step.entry else {
        writeln!(session.out, "{action}: no deployment")?;
        return Ok(());
    };
    let id = entry.as_map().and_then(|entry| entry.get("id")).map(str_of).unwrap_or_default();
    let hook = step.hook.as_deref().map(|hook| format!(" by `{hook}`")).unwrap_or_default();
    writeln!(session.out, "{action}: {id}{hook}")?;
    let Some(tried) = &step.tried else { return Ok(()) };
    // The signalled outputs contain the same lines.
    for line in tried.log.iter().filter(|_| tried.outputs.is_none()) {
        writeln!(session.out, "  log: {line}")?;
    }
    if let Some(not_run) = &tried.not_run {
        writeln!(session.out, "  not run: {not_run}")?;
    }
    for name in ["deploy_stdout", "deploy_stderr"] {
        let output = tried.outputs.as_ref().and_then(|outputs| outputs.get(name)).map(str_of);
        if let Some(output) = output.filter(|output| !output.is_empty()) {
            writeln!(session.out, "  {}:", name.trim_start_matches("deploy_"))?;
            for line in output.lines() {
                writeln!(session.out, "    {}", heat_yaml::one_line(line))?;
            }
        }
    }
    if let Some(code) = tried.outputs.as_ref().and_then(|outputs| outputs.get("deploy_status_code")) {
        writeln!(session.out, "  exit code: {}", str_of(code))?;
    }
    match &step.result {
        Some(result) => write_result(step, result, session),
        None => Ok(()),
    }
}

fn write_result(step: &Step, result: &StepResult, session: &mut Session) -> Result<(), Failure> {
    let reason = match result.status {
        // A group without a hook sends no signal.
        Status::InProgress => "the stack waits for a signal, which does not come",
        Status::Complete | Status::Failed => &result.reason,
    };
    writeln!(session.out, "  {}_{}: {reason}", step.action, result.status.as_str())?;
    // The printed output is already shown above.
    let own = result.attributes.iter().filter(|(name, _)| !OUTPUTS.contains(&name.as_str()));
    for (name, value) in own {
        let shown = if *value == Value::Null { "null".to_owned() } else { heat_schema_text::flow(value) };
        writeln!(session.out, "  attribute {name}: {shown}")?;
    }
    Ok(())
}
