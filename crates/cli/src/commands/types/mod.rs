//! Commands about resource types: they list, show and export them, also as of an earlier release, and list their changes.
//!
//! Commands that check the files of the types are in `schemas`.

pub mod changes;
pub mod export;
pub mod list;
pub mod show;
pub mod template;

/// The title of these commands in the help of the program, and their order there.
pub(super) const GROUP: (&str, &[&str]) =
    ("Resource types and releases", &["list", "show", "changes", "template", "export"]);
