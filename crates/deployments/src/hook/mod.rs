//! Hooks: the programs that apply deployments.
//!
//! A hook is a program in one of the folders, with the same name as the deployment's group. It reads the config as JSON, and
//! prints the outputs to signal as a JSON object. The most common hooks are built in; a built-in hook is used if no folder has a
//! program of that name.

mod ansible;
mod apply_config;
mod cfn_init;
mod chef;
mod hiera;
mod job;
mod json_file;
mod program;
mod puppet;
mod report;
mod salt;
mod script;

use std::path::PathBuf;

use crate::folders::Folders;
use crate::signal::Outputs;

pub use job::Job;
pub(crate) use program::run as run_program;
pub(crate) use report::{NO_SUCCESS, failure};

type Run = fn(&mut Job<'_>) -> Result<Outputs, String>;

/// The built-in hooks by their names.
const BUILT_IN: [(&str, Run); 9] = [
    ("ansible", ansible::run),
    ("apply-config", apply_config::run),
    ("cfn-init", cfn_init::run),
    ("chef", chef::run),
    ("hiera", hiera::run),
    ("json-file", json_file::run),
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
