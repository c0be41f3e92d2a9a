//! `ansible`: the config is a playbook, and the inputs are its variables.

use std::ffi::OsString;

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

use super::job::{self, Job, with_outputs};
use crate::files::PRIVATE;
use crate::process::Program;
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let outputs_path =
        job.folder("HEAT_ANSIBLE_OUTPUTS", "/var/run/heat-config/heat-config-ansible")?.join(job.id());
    let working = job.folder("HEAT_ANSIBLE_WORKING", "/var/lib/heat-config/heat-config-ansible")?;
    let playbook_text = job.config_text();
    if playbook_text.is_empty() {
        return Err("There is no playbook: the config is empty".to_owned());
    }
    let id = job.config.get("id").cloned().unwrap_or(Value::Null);
    let mut values = IndexMap::from([("heat_config_id".to_owned(), id)]);
    values.extend(job.inputs());
    values.insert("heat_outputs_path".to_owned(), outputs_path.to_string_lossy().into());
    let values_path = working.join(format!("{}_variables.json", job.id()));
    let playbook = working.join(format!("{}_playbook.yaml", job.id()));
    job::write(&values_path, PRIVATE, &json_dumps(&Value::from(values)))?;
    job::write(&playbook, PRIVATE, &playbook_text)?;
    job.remove_outputs(&outputs_path);

    let inventory = match job.option_text("inventory") {
        Some(inventory) => working.join(inventory).into(),
        None => job.folders.text("HEAT_ANSIBLE_INVENTORY", "localhost,"),
    };
    let mut arguments: Vec<OsString> = vec!["-i".into(), inventory];
    for (option, argument) in
        [("modulepath", "--module-path"), ("skip_tags", "--skip-tags"), ("tags", "--tags")]
    {
        if let Some(value) = job.option_text(option) {
            arguments.extend([argument.into(), value.into()]);
        }
    }
    let mut values_argument = OsString::from("@");
    values_argument.push(&values_path);
    arguments.extend([playbook.into(), "--extra-vars".into(), values_argument]);
    let plugins = job.option_text("callback_plugins");
    let variables = plugins.map(|plugins| ("ANSIBLE_CALLBACK_PLUGINS".to_owned(), plugins.into()));
    let program = Program {
        arguments,
        variables: variables.into_iter().collect(),
        folder: Some(working),
        ..Program::new(job.folders.text("HEAT_ANSIBLE_CMD", "ansible-playbook"))
    };
    let finished = job.run(program)?;
    Ok(with_outputs(job.outputs(&outputs_path), &finished))
}
