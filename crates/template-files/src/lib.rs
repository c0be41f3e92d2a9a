//! Templates where they stand: in files, and in the examples of a catalogue.
//!
//! [`Folder`] reads templates, environments and what `get_file` names, and nothing outside of a project. [`Examples`] tells the
//! catalogue which examples worked in an earlier release. What is wrong with a template decides `heat-template-check`.

mod examples;
mod files;

pub use examples::Examples;
pub use files::{Folder, read, read_value, value_in};
