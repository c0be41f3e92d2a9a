//! Commands for other tools: plug-ins in Rust, editors and shells.

pub mod completions;
pub mod language_server;
pub mod man;
pub mod plugin;
