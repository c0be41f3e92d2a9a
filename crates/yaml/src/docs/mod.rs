//! Docs of the codes that can occur both in a schema and in a template, for the lists of rules, and functions that join these
//! lists.
//!
//! One entry contains the page about schemas and the page about templates, each with an example, because the same error has
//! different consequences there. The other code of this crate knows neither schemas nor templates; the remaining codes are
//! documented by the crates that report them.

mod lists;
mod references;
mod text;

pub use lists::{count, joined};
pub use references::{DUPLICATE_ANCHOR, RECURSIVE_ALIAS, UNKNOWN_ALIAS, UNKNOWN_TAG};
pub use text::{DUPLICATE_KEY, INVALID_MERGE, SEVERAL_DOCUMENTS, SYNTAX, UNHASHABLE_KEY};

use crate::Severity;

/// Docs of a [code](crate::code).
#[derive(Debug)]
pub struct CodeDocs {
    /// The code that the docs are about.
    pub code: &'static str,
    /// Docs of the code in a schema.
    pub schemas: Docs,
    /// Docs of the code in a template.
    pub templates: Docs,
}

/// Docs of a code in one kind of file.
#[derive(Debug)]
pub struct Docs {
    /// Severity of the diagnostics with the code.
    pub severity: Severity,
    /// Summary of the code in one line.
    pub summary: &'static str,
    /// Page about the code, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub page: &'static str,
}
