//! The library behind `heat-codegen`: publishing the reference docs, checking, comparing and importing schemas.
//!
//! The rules about schemas are in `heat-lint` and `heat-diff`; this crate reads and writes files, and talks to people.

mod built_in;
pub mod catalogue;
pub mod checking;
pub mod commands;
pub mod deployment;
pub mod diff;
pub mod export;
mod git;
pub mod glob;
pub mod graph;
pub mod heat_api;
pub mod history;
pub mod import;
mod input;
mod io_error;
pub mod language_server;
pub mod outcome;
mod output;
mod own_types;
mod past_examples;
mod physical_resource;
pub mod plan;
pub mod plugin;
mod property_path;
pub mod provider_template;
pub mod relations;
pub mod resolve;
pub mod schema_files;
pub mod session;
pub mod site;
pub mod starter;
pub mod template_checking;
pub mod template_upgrade;
pub mod template_usage;
mod template_version;
mod terminal;
pub mod threads;
mod update_rules;
mod upgrade_updates;
pub mod witness;
pub mod yaml_text;
pub mod yaql;
