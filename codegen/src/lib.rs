//! The library behind `heat-codegen`: publishing the reference docs, checking and importing schemas.
//!
//! Rules about schemas are `heat-model`'s; what is here reads files, talks to people and writes files.

pub mod import;
pub mod schema_files;
