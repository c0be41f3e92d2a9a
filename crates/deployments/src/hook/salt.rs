//! `salt`: the config is a state, and the inputs are options of the minion.
//!
//! The state is applied by `salt-call --local`. Its options come from a configuration that includes the minion's own one.

use std::fs;
use std::path::{Path, PathBuf};

use heat_model::python::json_dumps;
use heat_model::{Value, json, value};
use indexmap::IndexMap;

use super::job::{self, Job, text_of};
use super::report::{NO_SUCCESS, STATUS_CODE, STDERR, STDOUT};
use crate::files::{PRIVATE, PRIVATE_PROGRAM, make_folder};
use crate::json::{STATE, indented};
use crate::process::{FinishedProcess, Program};
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let working = job.folder("HEAT_SALT_WORKING", "/var/lib/heat-config/heat-config-salt")?;
    let state = match job.config.get("config") {
        // JSON is YAML. With line breaks, nothing in it looks like a template.
        Some(map @ (Value::Map(_) | Value::List(_))) => indented(map, STATE),
        other => other.map(text_of).unwrap_or_default(),
    };
    let name = state_name(&job.id());
    job::write(&working.join(format!("{name}.sls")), PRIVATE_PROGRAM, &state)?;
    let configuration = working.join(format!("{name}.minion"));
    write_configuration(job, &configuration, &working)?;
    let finished = job.run(Program {
        arguments: vec![
            "--local".into(),
            "--config-dir".into(),
            configuration.clone().into(),
            "--out".into(),
            "json".into(),
            "--log-level".into(),
            "warning".into(),
            "--retcode-passthrough".into(),
            "state.sls".into(),
            name.into(),
        ],
        folder: Some(working),
        ..Program::new("salt-call")
    });
    // It contains the inputs.
    let _ = fs::remove_dir_all(&configuration);
    Ok(outputs(&finished?))
}

/// Returns a name that Salt does not split: a dot in the name of a state separates folders.
fn state_name(id: &str) -> String {
    id.replace('.', "%2E")
}

/// Writes the configuration: the minion's own, then the inputs, then the folder of the state.
fn write_configuration(job: &Job<'_>, folder: &Path, working: &Path) -> Result<(), String> {
    make_folder(folder).map_err(|error| job::cannot_write(folder, &error))?;
    let minion = job.folders.path("SALT_MINION_CONFIG", "/etc/salt/minion");
    let more = minion.with_file_name("minion.d").join("*.conf");
    let inputs = folder.join("inputs.conf");
    let has_more = more.parent().is_some_and(Path::is_dir);
    let own = [minion.is_file().then_some(minion), has_more.then_some(more), Some(inputs.clone())];
    let included: Vec<String> =
        own.into_iter().flatten().map(|path: PathBuf| path.to_string_lossy().into_owned()).collect();
    let mut options: IndexMap<String, Value> = job.inputs().into_iter().collect();
    options.insert("file_roots".to_owned(), value!({"base": [working.to_string_lossy()]}));
    options.insert("file_client".to_owned(), "local".into());
    let main = value!({"include": included});
    job::write(&folder.join("minion"), PRIVATE, &json_dumps(&main))?;
    job::write(&inputs, PRIVATE, &json_dumps(&Value::from(options)))
}

/// Returns the outputs to signal: the results of the states, as output if all of them succeeded.
fn outputs(finished: &FinishedProcess) -> Outputs {
    let printed = String::from_utf8_lossy(finished.stdout.bytes());
    let results = match json::parse(&printed) {
        Ok(Value::Map(map)) => map.get("local").cloned(),
        _ => None,
    };
    let mut code = finished.code;
    let (stdout, stderr) = if let Some(results) = results {
        // The exit code is not always right.
        let states = results.as_map();
        let has_failed = states.is_none_or(|states| {
            states.values().any(|state| !state.get("result").is_some_and(Value::is_truthy))
        });
        code = match code {
            _ if !has_failed => 0,
            0 => NO_SUCCESS,
            code => code,
        };
        let text = Value::from(indented(&results, STATE));
        if has_failed { (Value::Null, text) } else { (text, Value::Null) }
    } else {
        code = if code == 0 { NO_SUCCESS } else { code };
        let printed = finished.stdout.text();
        let stdout = if printed.is_empty() { Value::Null } else { printed.into() };
        (stdout, finished.stderr_and_note().into())
    };
    [(STDOUT, stdout), (STDERR, stderr), (STATUS_CODE, code.into())]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}
