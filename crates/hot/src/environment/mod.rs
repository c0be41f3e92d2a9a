//! Environments: values for parameters, and replacements of resource types.
//!
//! - [`EnvironmentFile`] is one file as it was read, [`Environment`] is the result of merging several.
//! - [`Registry`] looks up resource types, and the hooks and restricted actions of a resource.
//! - [`files`] does the client's part: it decides which files are sent with a stack, and under which names.
//!
//! A stack gets its environments from the client, which writes each file as JSON, with the names of templates in the registry
//! resolved. [`EnvironmentFile::as_sent`] is that step. Heat itself reads and merges the files that it receives.

mod combine;
pub mod files;
mod location;
mod merge;
mod merged;
mod merged_section;
mod pattern;
mod read;
pub mod registry;
mod sent;
mod sinks;

pub use combine::{MergeKind, MergeKinds};
pub use location::EntryLocation;
pub use merged::{Environment, Setting};
pub use read::EnvironmentFile;
pub(crate) use registry::is_template_name;
pub use registry::{Registry, Resolution};
