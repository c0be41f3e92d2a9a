//! Tests of the commands about templates.
//!
//! Requests of editors about templates are tested in `heat-language-server`.

mod deployment;
mod error_pages;
mod explanations;
mod graph;
mod own_rules;
mod plan;
mod resolve;
mod template_files;
mod template_upgrade;
mod testing;
mod validate;
