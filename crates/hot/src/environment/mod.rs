//! Environments: values for parameters, and what resource types stand for.
//!
//! - [`EnvironmentFile`] is one file as it was read, [`Environment`] is what several of them merge to.
//! - [`Registry`] finds what a resource type stands for, and the hooks and restricted actions of a resource.
//! - [`files`] is the client's part: which files are sent with a stack, and under which names.
//!
//! A stack gets its environments from the client, which writes each file as JSON, with the names of templates in the registry
//! resolved. [`EnvironmentFile::as_sent`] is that step. Heat itself reads and merges what it is sent.

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
