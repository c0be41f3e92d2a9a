//! The docs of the codes that a schema and a template can both have, for the lists of rules, and how these lists are joined.
//!
//! One entry has the page about schemas and the page about templates, each with an example, because the same mistake has other
//! consequences there. The code of this crate knows neither; the other codes are documented by those that report them.

mod lists;
mod references;
mod text;

pub use lists::{count, joined};
pub use references::{DUPLICATE_ANCHOR, RECURSIVE_ALIAS, UNKNOWN_ALIAS, UNKNOWN_TAG};
pub use text::{DUPLICATE_KEY, INVALID_MERGE, SEVERAL_DOCUMENTS, SYNTAX, UNHASHABLE_KEY};

use crate::Severity;

/// The docs of a [code](crate::code).
#[derive(Debug)]
pub struct CodeDocs {
    /// The code that the docs are about.
    pub code: &'static str,
    /// Docs of the code in a schema.
    pub schemas: Docs,
    /// Docs of the code in a template.
    pub templates: Docs,
}

/// The docs of a code in one kind of file.
#[derive(Debug)]
pub struct Docs {
    /// Severity of the diagnostics with the code.
    pub severity: Severity,
    /// Summary in one line of what the code means.
    pub summary: &'static str,
    /// Page about the code, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub page: &'static str,
}
