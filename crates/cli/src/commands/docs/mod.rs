//! Commands for those who publish docs: they build and preview the site.

pub mod build;
pub mod serve;

/// The title of these commands in the help of the program, and their order there.
pub(super) const GROUP: (&str, &[&str]) = ("Publishing docs", &["build", "serve"]);
