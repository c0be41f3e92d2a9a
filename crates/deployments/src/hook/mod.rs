//! Hooks: the programs that apply deployments.
//!
//! A hook is a program in one of the folders, with the same name as the deployment's group. It reads the config as JSON, and
//! prints the outputs to signal as a JSON object. The most common hooks are built in; a built-in hook is used if no folder has a
//! program of that name.

mod chef;
mod hiera;
mod job;
mod program;
mod puppet;
mod report;
mod salt;
mod script;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

use self::job::{cannot_write, with_outputs};
use crate::files::{PRIVATE, PRIVATE_PROGRAM, make_folder, overwrite};
use crate::folders::Folders;
use crate::json::{DATA, indented};
use crate::process::Program;
use crate::signal::Outputs;

pub use job::Job;
pub(crate) use program::run as run_program;
pub(crate) use report::{NO_SUCCESS, failure};

type Run = fn(&mut Job<'_>) -> Result<Outputs, String>;

/// The built-in hooks by their names.
const BUILT_IN: [(&str, Run); 9] = [
    ("ansible", ansible),
    ("apply-config", apply_config),
    ("cfn-init", cfn_init),
    ("chef", chef::run),
    ("hiera", hiera::run),
    ("json-file", json_file),
    ("puppet", puppet::run),
    ("salt", salt::run),
    ("script", script::run),
];

/// A hook: a program, or one that is built in.
#[derive(Debug, Clone)]
pub enum Hook {
    /// An external program.
    Program(PathBuf),
    /// A hook that is part of this program.
    BuiltIn(BuiltIn),
}

/// A built-in hook.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    name: &'static str,
    run: Run,
}

impl BuiltIn {
    /// Names of all built-in hooks, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in hook of this name. `hook-NAME.py`, the name of the file in the Python project, is also accepted.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("hook-").and_then(|name| name.strip_suffix(".py")).unwrap_or(name);
        BUILT_IN.iter().find(|(each, _)| *each == name).map(|(name, run)| Self { name, run: *run })
    }

    /// Name of the hook.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Runs the hook. An error that keeps it from working is reported like any other failure.
    pub fn run(self, job: &mut Job<'_>) -> Outputs {
        (self.run)(job).unwrap_or_else(|problem| {
            job.log.error(&format!("Hook {}: {problem}", self.name));
            failure(NO_SUCCESS, &problem)
        })
    }
}

/// Finds the hook for a group: the first program of that name, or a built-in one.
#[must_use]
pub fn find(group: &str, folders: &Folders) -> Option<Hook> {
    let name = name_of(group);
    if name.is_empty() {
        return None;
    }
    let program = folders.hooks().into_iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
    program.map(Hook::Program).or_else(|| BuiltIn::named(&name).map(Hook::BuiltIn))
}

/// Returns the name of the hook for a group. Other characters are removed, so that the path stays in its folder.
fn name_of(group: &str) -> String {
    group.chars().filter(|char| matches!(char, '-' | '_') || char.is_alphanumeric()).collect()
}

/// `ansible`: the config is a playbook, and the inputs are its variables.
fn ansible(job: &mut Job<'_>) -> Result<Outputs, String> {
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

/// `apply-config`: runs `os-apply-config`, which reads the metadata itself.
fn apply_config(job: &mut Job<'_>) -> Result<Outputs, String> {
    let program = Program::new(job.folders.text("HEAT_APPLY_CONFIG_CMD", "os-apply-config"));
    Ok(report::finished(&job.run(program)?))
}

/// `cfn-init`: the config is metadata for `cfn-init`, which finds it in a file.
fn cfn_init(job: &mut Job<'_>) -> Result<Outputs, String> {
    let config = if job.config.contains_key("config") { job.config_map()? } else { IndexMap::new() };
    let metadata = IndexMap::from([("AWS::CloudFormation::Init".to_owned(), Value::from(config))]);
    let folder = job.folder("HEAT_CFN_INIT_LAST_METADATA_DIR", "/var/cache/heat-cfntools")?;
    job::write(&folder.join("last_metadata"), PRIVATE_PROGRAM, &json_dumps(&Value::from(metadata)))?;
    let program = Program::new(job.folders.text("HEAT_CFN_INIT_CMD", "cfn-init"));
    Ok(report::finished(&job.run(program)?))
}

/// `json-file`: the config is a map of paths, and each value is written to its path as JSON.
fn json_file(job: &mut Job<'_>) -> Result<Outputs, String> {
    for (path, value) in job.config_map()? {
        let path = job.folders.placed(Path::new(&path));
        // A bare name has no folder: the file is written to the current one.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), make_folder);
        let written = made.and_then(|()| overwrite(&path, indented(&value, DATA).as_bytes()));
        written.map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(report::texts("", "", 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_do_not_climb_out_of_the_folder() {
        assert_eq!(name_of("../../bin/sh"), "binsh");
        assert_eq!(name_of("Heat::Ungrouped"), "HeatUngrouped");
        assert_eq!(name_of("apply-config_2\0"), "apply-config_2");
        assert_eq!(name_of("../.."), "");
    }

    #[test]
    fn built_in_hooks_have_the_names_of_the_files_too() {
        for name in BuiltIn::names() {
            assert_eq!(BuiltIn::named(name).map(BuiltIn::name), Some(name));
            assert_eq!(BuiltIn::named(&format!("hook-{name}.py")).map(BuiltIn::name), Some(name));
        }
        assert!(BuiltIn::named("docker-cmd").is_none());
        assert!(BUILT_IN.is_sorted_by_key(|(name, _)| *name));
    }
}
