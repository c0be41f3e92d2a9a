//! `chef`: the config is a run list, and the inputs are the attributes of the node.

use std::fs;
use std::path::{Path, PathBuf};

use heat_model::{Value, json};
use indexmap::IndexMap;

use super::job::{self, Job, text_of};
use super::puppet::host_name;
use super::report;
use crate::file_names::file_name;
use crate::files::{PRIVATE, make_folder};
use crate::json::{Style, indented};
use crate::process::{FinishedProcess, Program};
use crate::signal::Outputs;

/// Inputs that Heat adds, among them credentials: they are not passed to the node.
const INPUTS_OF_HEAT: [&str; 14] = [
    "deploy_action",
    "deploy_auth_url",
    "deploy_password",
    "deploy_project_id",
    "deploy_queue_id",
    "deploy_region_name",
    "deploy_resource_name",
    "deploy_server_id",
    "deploy_signal_id",
    "deploy_signal_transport",
    "deploy_signal_verb",
    "deploy_stack_id",
    "deploy_user_id",
    "deploy_username",
];

const NODE: Style = Style { indent: 4, sort_keys: false };

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let outputs_path =
        job.folder("HEAT_CHEF_OUTPUTS", "/var/run/heat-config/heat-config-chef")?.join(job.id());
    let working = job.folder("HEAT_CHEF_WORKING", "/var/lib/heat-config/heat-config-chef")?;
    let run_list = run_list(job)?;
    let kitchen = match job.option_text("kitchen_path") {
        Some(path) => job.folders.placed(Path::new(&path)),
        None => working.join("kitchen"),
    };
    if let Some(source) = job.option_text("kitchen")
        && let Some(failed) = clone_kitchen(job, &source, &kitchen, &working)?
    {
        return Ok(failed);
    }
    let host =
        host_name(job, &working).ok_or("The name of this server is not known, and the node has none")?;
    let nodes = working.join("node");
    make_folder(&nodes).map_err(|error| job::cannot_write(&nodes, &error))?;
    let node = nodes.join(format!("{}.json", file_name(&host)));
    let mut attributes = IndexMap::new();
    let mut environment = String::new();
    for (name, value) in job.inputs() {
        if name == "environment" {
            environment = format!("\nenvironment {}", quoted(&text_of(&value)));
        } else if !INPUTS_OF_HEAT.contains(&name.as_str()) {
            attributes.insert(name, value);
        }
    }
    attributes.insert("run_list".to_owned(), run_list);
    job::write(&node, PRIVATE, &indented(&Value::from(attributes), NODE))?;
    let client = working.join("client.rb");
    job::write(&client, PRIVATE, &client_config(&kitchen, &environment, &nodes))?;
    job.remove_outputs(&outputs_path);

    let program = Program {
        arguments: vec!["-z".into(), "--config".into(), client.into(), "-j".into(), node.into()],
        variables: vec![("heat_outputs_path".to_owned(), outputs_path.clone().into())],
        folder: Some(working),
        ..Program::new("chef-client")
    };
    let finished = job.run(program)?;
    let mut outputs = code_first(&finished);
    outputs.extend(job.outputs(&outputs_path));
    Ok(outputs)
}

fn code_first(finished: &FinishedProcess) -> Outputs {
    let mut outputs = report::finished(finished);
    outputs.move_index(2, 0);
    outputs
}

fn run_list(job: &Job<'_>) -> Result<Value, String> {
    match job.config.get("config") {
        Some(list @ Value::List(_)) => Ok(list.clone()),
        Some(Value::String(text)) => {
            json::parse(text).map_err(|error| format!("The run list is not JSON: {error}"))
        }
        _ => Err("There is no run list".to_owned()),
    }
}

/// Clones the kitchen, for an update from scratch. Returns the outputs to report if that fails.
fn clone_kitchen(
    job: &mut Job<'_>,
    source: &str,
    kitchen: &Path,
    working: &Path,
) -> Result<Option<Outputs>, String> {
    if source.starts_with('-') {
        return Err("The kitchen is not an address: it begins with a dash".to_owned());
    }
    let is_update =
        job.inputs().iter().any(|(name, value)| name == "deploy_action" && value.as_str() == Some("UPDATE"));
    if is_update && kitchen.file_name().is_some() {
        // Usually it does not exist yet. If removing fails, git reports it.
        let _ = fs::remove_dir_all(working.join(kitchen));
    }
    let arguments = vec!["clone".into(), source.into(), PathBuf::from(kitchen).into()];
    let folder = Some(working.to_owned());
    let finished = job.run(Program { arguments, folder, ..Program::new("git") })?;
    Ok((finished.code != 0).then(|| code_first(&finished)))
}

fn client_config(kitchen: &Path, environment: &str, nodes: &Path) -> String {
    let path = |path: &Path| quoted(&path.to_string_lossy());
    format!(
        "log_level :debug\nlog_location STDOUT\nlocal_mode true\nchef_zero.enabled true\n\
         cookbook_path {}\nrole_path {}\nenvironment_path {}{environment}\nnode_path {}",
        path(&kitchen.join("cookbooks")),
        path(&kitchen.join("roles")),
        path(&kitchen.join("environments")),
        path(nodes),
    )
}

/// Returns a text as a Ruby string literal.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
