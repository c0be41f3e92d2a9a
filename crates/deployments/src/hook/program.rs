//! A hook that is an external program.

use std::path::Path;
use std::time::Duration;

use heat_model::python::json_dumps;
use heat_model::{Value, json};
use indexmap::IndexMap;

use super::report::{self, NO_SUCCESS, STATUS_CODE, failure};
use crate::log::Log;
use crate::process::{FinishedProcess, Limits, Program};
use crate::signal::Outputs;

/// Runs the program with the config as JSON on its standard input. Returns the outputs to signal.
pub(crate) fn run(
    path: &Path,
    config: &IndexMap<String, Value>,
    time_limit: Option<Duration>,
    log: &mut dyn Log,
) -> Outputs {
    let program = Program {
        input: json_dumps(&Value::from(config.clone())).into_bytes(),
        limits: Limits::REPORT,
        time_limit,
        ..Program::new(path)
    };
    let finished = match program.run() {
        Ok(finished) => finished,
        Err(error) => {
            let problem = format!("The hook {} cannot be started: {error}", path.display());
            log.error(&problem);
            return failure(NO_SUCCESS, &problem);
        }
    };
    let note = finished.note.as_deref().map(|note| format!(" {note}")).unwrap_or_default();
    match finished.code {
        0 => log.info(&format!("Completed {}", path.display())),
        code => log.error(&format!("Error running {}. [{code}]{note}", path.display())),
    }
    signal(&finished)
}

/// Returns the outputs to signal: the JSON object that the program printed; otherwise the text that it printed.
fn signal(finished: &FinishedProcess) -> Outputs {
    if finished.stdout.is_cut() && finished.stdout.begins_as_map() {
        // The report that was cut off may have contained a failure.
        let code = if finished.code == 0 { NO_SUCCESS } else { finished.code };
        let problem = "The hook's report is too long to be read. ";
        let stderr = format!("{problem}{}", finished.stderr_and_note());
        return report::texts(&finished.stdout.text(), &stderr, code);
    }
    let text = String::from_utf8_lossy(finished.stdout.bytes());
    match json::parse(&text) {
        Ok(Value::Map(map)) => {
            let mut outputs = map.into_inner();
            if finished.code != 0 && !outputs.contains_key(STATUS_CODE) {
                outputs.insert(STATUS_CODE.to_owned(), finished.code.into());
            }
            outputs
        }
        _ if finished.stdout.is_empty() && finished.code == 0 => Outputs::new(),
        _ => report::finished(finished),
    }
}
