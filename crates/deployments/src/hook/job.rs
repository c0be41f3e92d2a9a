//! Shared parts of built-in hooks: reading the config, preparing files, running a program, reading outputs.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use heat_model::python::json_dumps;
use heat_model::{Value, json};
use indexmap::IndexMap;

use super::report;
use crate::file_names::file_name;
use crate::files::{make_folder, replace};
use crate::folders::Folders;
use crate::log::Log;
use crate::process::{FinishedProcess, Program};
use crate::signal::Outputs;

/// Maximum size of a reported output, in bytes.
const MAX_OUTPUT: u64 = 1_000_000;

/// Arguments of a built-in hook.
pub struct Job<'a> {
    /// The config, as hooks get it.
    pub config: &'a IndexMap<String, Value>,
    /// Paths of all files and folders.
    pub folders: &'a Folders,
    /// Time limit of a program.
    pub time_limit: Option<Duration>,
    /// The log.
    pub log: &'a mut dyn Log,
}

impl Job<'_> {
    /// Name of the deployment's files.
    pub(super) fn id(&self) -> String {
        file_name(&self.config.get("id").map(heat_model::python::str_of).unwrap_or_default())
    }

    /// Inputs in order, each with its value. An input without a value is empty text.
    pub(super) fn inputs(&self) -> Vec<(String, Value)> {
        let list = self.config.get("inputs").and_then(Value::as_list);
        let input = |input: &Value| {
            let input = input.as_map()?;
            let value = input.get("value").cloned().unwrap_or_else(|| "".into());
            Some((input.get("name")?.as_str()?.to_owned(), value))
        };
        list.into_iter().flat_map(|list| list.iter()).filter_map(input).collect()
    }

    /// Returns the config as text: a map or a list as JSON.
    pub(super) fn config_text(&self) -> String {
        self.config.get("config").map(text_of).unwrap_or_default()
    }

    /// Returns the config as a map, which may be written as JSON text.
    pub(super) fn config_map(&self) -> Result<IndexMap<String, Value>, String> {
        match self.config.get("config") {
            Some(Value::Map(map)) => Ok(map.clone().into_inner()),
            Some(Value::String(text)) => match json::parse(text) {
                Ok(Value::Map(map)) => Ok(map.into_inner()),
                Ok(other) => Err(format!("The config is {} instead of a map", other.kind())),
                Err(error) => Err(format!("The config is neither a map nor one in JSON: {error}")),
            },
            Some(Value::Null) | None => Err("There is no config".to_owned()),
            Some(other) => Err(format!("The config is {} instead of a map", other.kind())),
        }
    }

    /// Returns the options; null if there are none.
    pub(super) fn options(&self) -> &Value {
        static NONE: Value = Value::Null;
        self.config.get("options").unwrap_or(&NONE)
    }

    /// Returns an option. `None` if it is missing, false or empty.
    pub(super) fn option(&self, name: &str) -> Option<&Value> {
        self.options().get(name).filter(|value| value.is_truthy())
    }

    /// Returns an option as text.
    pub(super) fn option_text(&self, name: &str) -> Option<String> {
        self.option(name).map(text_of)
    }

    /// Path of a private folder, which is created if it does not exist.
    pub(super) fn folder(&self, variable: &str, default: &str) -> Result<PathBuf, String> {
        let path = self.folders.path(variable, default);
        make_folder(&path).map_err(|error| cannot_write(&path, &error))?;
        Ok(path)
    }

    /// Runs a program that reports success with exit code 0.
    pub(super) fn run(&mut self, program: Program) -> Result<FinishedProcess, String> {
        self.run_with_codes(program, &[0])
    }

    /// Runs a program that reports success with one of these exit codes.
    pub(super) fn run_with_codes(
        &mut self,
        program: Program,
        success: &[i32],
    ) -> Result<FinishedProcess, String> {
        let name = program.path.to_string_lossy().into_owned();
        self.log.debug(&format!("Running {name}"));
        let program = Program { time_limit: self.time_limit, ..program };
        let finished = program.run().map_err(|error| format!("{name} cannot be started: {error}"))?;
        if success.contains(&finished.code) {
            self.log.info(&format!("Completed {name}"));
        } else {
            self.log.error(&format!("Error running {name}. [{}]", finished.code));
        }
        Ok(finished)
    }

    /// Removes the output files of an earlier run with the same identifier.
    pub(super) fn remove_outputs(&self, outputs_path: &Path) {
        for path in self.output_names().iter().filter_map(|name| output_file(outputs_path, name)) {
            // Usually there is none.
            let _ = std::fs::remove_file(path);
        }
    }

    /// Reads the outputs that a program wrote to files.
    pub(super) fn outputs(&mut self, outputs_path: &Path) -> Outputs {
        let mut outputs = Outputs::new();
        for name in self.output_names() {
            let Some(path) = output_file(outputs_path, &name) else {
                self.log.warning("An output has a name that no file can have");
                continue;
            };
            if let Some(text) = read_output(&path) {
                outputs.insert(name, text.into());
            }
        }
        outputs
    }

    fn output_names(&self) -> Vec<String> {
        let list = self.config.get("outputs").and_then(Value::as_list);
        let name = |output: &Value| output.get("name").and_then(Value::as_str).map(str::to_owned);
        list.into_iter().flat_map(|list| list.iter()).filter_map(name).collect()
    }
}

/// Appends the outputs that every deployment has to outputs from files.
pub(super) fn with_outputs(mut outputs: Outputs, finished: &FinishedProcess) -> Outputs {
    outputs.extend(report::finished(finished));
    outputs
}

/// Returns a value as text for programs: numbers, booleans, lists and maps as JSON, null as empty text.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => json_dumps(other),
    }
}

/// Writes a file in one of the hook's own folders.
pub(super) fn write(path: &Path, mode: u32, content: &str) -> Result<(), String> {
    replace(path, mode, content.as_bytes()).map_err(|error| cannot_write(path, &error))
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}

/// Path of the file for an output: the common path, a dot and the name. `None` if the file would be in another folder.
fn output_file(outputs_path: &Path, name: &str) -> Option<PathBuf> {
    if name.contains(['/', '\0']) {
        return None;
    }
    let mut path = outputs_path.as_os_str().to_owned();
    path.push(".");
    path.push(name);
    Some(path.into())
}

/// Reads the text of a file, with each invalid byte replaced. Of a long text, only the end is returned, as for other outputs.
fn read_output(path: &Path) -> Option<String> {
    use std::io::{Seek as _, SeekFrom};
    // Opening a pipe would wait for a writer.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    let left_out = size.saturating_sub(MAX_OUTPUT);
    file.seek(SeekFrom::Start(left_out)).ok()?;
    let mut bytes = Vec::new();
    file.take(MAX_OUTPUT).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(if left_out == 0 { text } else { format!("[{left_out} bytes before this were left out]\n{text}") })
}
