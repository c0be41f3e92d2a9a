//! The library behind `heat-codegen`: publishing the reference docs, checking, comparing and importing schemas.
//!
//! Rules about schemas are `heat-model`'s; what is here reads files, talks to people and writes files.

pub mod cli;
pub mod commands;
pub mod diff;
mod glob;
pub mod history;
pub mod html;
pub mod import;
mod input;
mod io_error;
mod json_text;
mod output;
pub mod report;
pub mod schema_files;
pub mod site;
pub mod template_usage;
mod terminal;
pub mod threads;
pub mod witness;
pub mod yaml_text;
