//! Commands for those who write the schemas: they check, compare, record and import the files of the catalogue.
//!
//! Commands that answer questions about the types are in `types`.

pub mod check;
pub mod diff;
pub mod history;
pub mod import;
pub mod init;

/// The title of these commands in the help of the program, and their order there.
pub(super) const GROUP: (&str, &[&str]) =
    ("Writing schemas", &["check", "diff", "import", "history", "init"]);
