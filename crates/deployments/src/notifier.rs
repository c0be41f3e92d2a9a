//! A program that signals instead of the built-in notifier.

use std::ffi::OsString;
use std::time::Duration;

use heat_model::Value;
use heat_model::python::json_dumps;

use crate::process::Program;
use crate::run::{Notification, Notifier, NotifyError};

/// Time limit of a notifier, longer than one needs that repeats its requests for minutes.
const TIME_LIMIT: Duration = Duration::from_secs(1800);

/// Runs a program with the path of the config as its argument, and the outputs as JSON on its standard input. Exit code 0 means
/// that the signal was accepted.
#[derive(Debug, Clone)]
pub struct NotifyProgram {
    /// Path of the program.
    pub path: OsString,
}

impl Notifier for NotifyProgram {
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError> {
        let program = Program {
            arguments: vec![request.config_file.into()],
            input: json_dumps(&Value::from(request.outputs.clone())).into_bytes(),
            time_limit: Some(TIME_LIMIT),
            ..Program::new(&self.path)
        };
        let name = self.path.to_string_lossy();
        // Its output is not logged: it may contain the URL, which is a secret.
        match program.run() {
            Ok(finished) if finished.code == 0 => Ok(()),
            Ok(finished) => Err(NotifyError::Unavailable(format!("{name} exited with {}", finished.code))),
            Err(error) => Err(NotifyError::Refused(format!("{name} cannot be started: {error}"))),
        }
    }
}
