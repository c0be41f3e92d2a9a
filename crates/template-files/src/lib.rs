//! Templates in files, and in the examples of a catalogue.
//!
//! [`Folder`] reads templates, environments and the files that `get_file` names, but nothing outside of a project. [`Examples`]
//! tells the catalogue which examples worked in an earlier release. The crate `heat-template-check` finds the problems in a
//! template.

mod examples;
mod files;

pub use examples::Examples;
pub use files::{Folder, read, read_value, rule_files, value_in};
