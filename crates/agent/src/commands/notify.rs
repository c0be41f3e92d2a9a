//! `heat-config notify FILE`, also started as `heat-config-notify`.

use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;

use heat_deployments::deployment::Deployment;
use heat_deployments::log::Log as _;
use heat_deployments::run::Notification;
use heat_deployments::signal::Outputs;
use heat_model::{Value, json};
use indexmap::IndexMap;

use super::notifier::built_in;
use super::stderr::Stderr;

const USAGE: &str = "Usage: heat-config-notify /path/to/config.json < /path/to/signal_data.json";

/// Returns 0 if the signal was accepted, or none is wanted.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let Some(path) = arguments.first().map(Path::new) else {
        Stderr.error(USAGE);
        return 1;
    };
    let outputs = outputs_from_input();
    let inputs = match inputs(path) {
        Ok(inputs) => inputs,
        Err(problem) => {
            Stderr.error(&problem);
            Stderr.error(USAGE);
            return 1;
        }
    };
    let request = Notification { config_file: path, inputs: &inputs, outputs: &outputs };
    match built_in().notify(&request) {
        Ok(()) => 0,
        Err(error) => {
            Stderr.error(&format!("The signal was not accepted: {error}"));
            1
        }
    }
}

/// Reads the outputs to signal. They are empty if the input cannot be read.
fn outputs_from_input() -> Outputs {
    let mut text = Vec::new();
    if std::io::stdin().read_to_end(&mut text).is_ok()
        && let Ok(Value::Map(outputs)) = json::parse(&String::from_utf8_lossy(&text))
    {
        return outputs.into_inner();
    }
    Stderr.warning("No valid json found on stdin");
    Outputs::new()
}

fn inputs(path: &Path) -> Result<IndexMap<String, Value>, String> {
    if !path.exists() {
        return Err(format!("No config file {}", path.display()));
    }
    let cannot_read =
        |problem: &dyn std::fmt::Display| format!("{} cannot be read: {problem}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| cannot_read(&error))?;
    let mut config = json::parse(&text).map_err(|error| cannot_read(&error))?;
    // The identifier is not used here.
    if let Some(config) = config.as_map_mut() {
        config.entry("id".to_owned()).or_insert_with(|| "".into());
    }
    Deployment::read(&config).map(|deployment| deployment.inputs).map_err(|problem| cannot_read(&problem))
}
