//! Outputs that a hook reports about a program.

use heat_model::Value;

use crate::process::FinishedProcess;
use crate::signal::Outputs;

pub(super) const STDOUT: &str = "deploy_stdout";
pub(super) const STDERR: &str = "deploy_stderr";
pub(crate) const STATUS_CODE: &str = "deploy_status_code";

/// Exit code of a deployment that could not be applied.
pub(crate) const NO_SUCCESS: i32 = 1;

/// Returns the outputs of a deployment that could not be applied.
pub(crate) fn failure(code: i32, problem: &str) -> Outputs {
    texts("", problem, code)
}

/// Returns the three outputs that every deployment has.
pub(super) fn texts(stdout: &str, stderr: &str, code: i32) -> Outputs {
    let outputs: [(&str, Value); 3] =
        [(STDOUT, stdout.into()), (STDERR, stderr.into()), (STATUS_CODE, code.into())];
    outputs.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

/// Returns the outputs of a finished program: its output and its exit code.
pub(super) fn finished(finished: &FinishedProcess) -> Outputs {
    texts(&finished.stdout.text(), &finished.stderr_and_note(), finished.code)
}
