//! The library behind `heat-codegen`: publishing the reference docs, checking, comparing and importing schemas.
//!
//! The rules about schemas are in `heat-lint` and `heat-diff`; this crate reads and writes files, and reports to people.

pub mod checking;
pub mod commands;
pub mod deployment;
pub mod diff;
mod earlier_release;
pub mod explanation;
mod git;
pub mod graph;
pub mod history;
pub mod importing;
mod inputs;
pub mod outcome;
mod own_rules;
pub mod plan;
pub mod plugin;
pub mod reporting;
pub mod resolve;
pub mod session;
pub mod starter;
pub mod template_checking;
pub(crate) mod template_testing;
pub mod template_upgrade;
pub mod template_usage;
mod temporary_folder;
mod type_text;
mod upgrade_updates;
mod upgrade_words;
pub mod validation;
pub mod yaql;
