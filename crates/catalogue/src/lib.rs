//! The catalogue: schema files and the tables beside them, read and combined, as of each release.
//!
//! [`SchemaFiles`] reads a folder or the files built into the program, and reports all problems at once. [`Catalogue`] is their
//! combined contents. [`relations`] are those between types. This crate reads no templates: an
//! [`ExampleReader`](past_examples::ExampleReader) says which examples worked in an earlier release.

mod built_in;
pub mod catalogue;
pub mod glob;
pub mod guest_files;
pub mod guests;
pub mod heat_api;
pub mod input;
pub mod io_error;
pub mod named_properties;
pub mod output;
pub mod past_examples;
pub mod property_path;
pub mod relations;
pub mod schema_files;
pub mod template_version;
#[cfg(test)]
mod tests;
pub mod threads;
pub mod type_files;
pub mod type_words;

pub use catalogue::Catalogue;
pub use schema_files::SchemaFiles;
