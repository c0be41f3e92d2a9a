//! Templates: the commands about them, and those that the project writes.
//!
//! What an editor asks about one is tested in `language_server`.

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
