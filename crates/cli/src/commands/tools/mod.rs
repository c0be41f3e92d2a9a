//! Commands for other tools: plug-ins in Rust, editors, shells, and programs that query the version.

pub mod completions;
pub mod language_server;
pub mod man;
pub mod plugin;
pub mod version;

/// The title of these commands in the help of the program, and their order there.
pub(super) const GROUP: (&str, &[&str]) =
    ("Plug-ins, editors and shells", &["plugin", "language-server", "completions", "version"]);
