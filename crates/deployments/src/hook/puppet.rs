//! `puppet`: the config is a manifest, and the inputs are facts, or values in a hierarchy.

use std::ffi::OsString;
use std::path::Path;

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

use super::hiera::data_file;
use super::job::{self, Job, cannot_write, text_of};
use super::report::{self, STATUS_CODE, STDERR, STDOUT};
use super::script::environment;
use crate::file_names::file_name;
use crate::files::{PRIVATE, PRIVATE_PROGRAM, overwrite};
use crate::process::{FinishedProcess, Program};
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let outputs_path =
        job.folder("HEAT_PUPPET_OUTPUTS", "/var/run/heat-config/heat-config-puppet")?.join(job.id());
    let working = job.folder("HEAT_PUPPET_WORKING", "/var/lib/heat-config/heat-config-puppet")?;
    let mut facts = Vec::new();
    facts.extend(host_name(job, &working).map(|name| ("FACTER_fqdn".to_owned(), name.into())));
    if job.options().get("enable_facter").is_none_or(Value::is_truthy) {
        let variables = environment(job)?;
        facts.extend(variables.into_iter().map(|(name, value)| (format!("FACTER_{name}"), value)));
    }
    if job.option("enable_hiera").is_some() {
        let name = job.config.get("name").map(text_of).unwrap_or_default();
        write_hiera_data(job, &name)?;
        facts.push(("FACTER_deploy_config_name".to_owned(), name.into()));
    }
    facts.push(("FACTER_heat_outputs_path".to_owned(), outputs_path.clone().into()));
    let manifest = working.join(format!("{}.pp", job.id()));
    job::write(&manifest, PRIVATE_PROGRAM, &job.config_text())?;
    job.remove_outputs(&outputs_path);

    let mut arguments = arguments(job);
    arguments.push(manifest.into());
    let program = Program {
        arguments,
        variables: facts,
        folder: Some(working),
        ..Program::new(job.folders.text("HEAT_PUPPET_CMD", "puppet"))
    };
    let finished = job.run_with_codes(program, &[0, 2])?;
    keep_logs(job, &finished)?;
    let mut reported = report::finished(&finished);
    // With `--detailed-exitcodes`, 2 means that there were changes, all of which succeeded.
    let code = if finished.code == 2 { 0 } else { finished.code };
    reported.insert(STATUS_CODE.to_owned(), code.into());
    let mut outputs: Outputs =
        [STDOUT, STDERR].iter().filter_map(|name| reported.shift_remove_entry(*name)).collect();
    outputs.extend(job.outputs(&outputs_path));
    outputs.extend(reported);
    Ok(outputs)
}

fn arguments(job: &Job<'_>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> =
        ["apply", "--color", "false", "--detailed-exitcodes", "--logdest", "console"]
            .map(Into::into)
            .to_vec();
    for (option, argument) in [("modulepath", "--modulepath"), ("tags", "--tags")] {
        if let Some(value) = job.option_text(option) {
            arguments.extend([argument.into(), value.into()]);
        }
    }
    for (option, level) in [("enable_debug", "debug"), ("enable_verbose", "verbose")] {
        if job.option(option).is_some() {
            let log = job.folders.placed(format!("/var/log/puppet/heat-{level}.log").as_ref());
            arguments.extend([format!("--{level}").into(), "--logdest".into(), log.into()]);
        }
    }
    arguments
}

/// Fully qualified name of this server.
pub(super) fn host_name(job: &mut Job<'_>, folder: &Path) -> Option<String> {
    let program = Program {
        arguments: vec!["-f".into()],
        folder: Some(folder.to_owned()),
        time_limit: job.time_limit,
        ..Program::new("hostname")
    };
    let name = program.run().ok().filter(|finished| finished.code == 0);
    let name = name.map(|finished| finished.stdout.text().trim().to_owned()).filter(|name| !name.is_empty());
    if name.is_none() {
        job.log.warning("`hostname -f` does not tell the name of this server");
    }
    name
}

fn write_hiera_data(job: &Job<'_>, name: &str) -> Result<(), String> {
    let folder = job.folder("HEAT_PUPPET_HIERA_DATADIR", "/etc/puppet/hieradata")?;
    let path = data_file(&folder, &format!("heat_config_{name}"))?;
    let values: IndexMap<String, Value> = job.inputs().into_iter().collect();
    let text = json_dumps(&Value::from(values));
    overwrite(&path, text.as_bytes()).map_err(|error| cannot_write(&path, &error))
}

/// Stores Puppet's output beside the state of the deployments.
fn keep_logs(job: &Job<'_>, finished: &FinishedProcess) -> Result<(), String> {
    let folder = job.folder("HEAT_PUPPET_LOGDIR", "/var/run/heat-config/deployed")?;
    let time = job.config.get("creation_time").map(text_of).unwrap_or_default().replace([':', 'T'], "-");
    for (output, text) in [("stdout", finished.stdout.text()), ("stderr", finished.stderr_and_note())] {
        let name = format!("{}-{}-{output}.log", file_name(&time), job.id());
        job::write(&folder.join(name), PRIVATE, &text)?;
    }
    Ok(())
}
