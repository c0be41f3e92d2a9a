//! Commands for other tools: plug-ins in Rust, editors, shells, and what asks which program this is.

pub mod completions;
pub mod language_server;
pub mod man;
pub mod plugin;
pub mod version;
