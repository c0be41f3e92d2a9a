//! Tests of templates: the commands about them, and the templates that the project writes.
//!
//! Requests of editors about templates are tested in `language_server`.

mod deployment;
mod error_pages;
mod explanations;
mod graph;
mod plan;
mod resolve;
mod template_files;
mod template_upgrade;
mod validate;
mod written_templates;
