//! Comparing two versions of the schemas by meaning.
//!
//! [`heat_diff`] defines changes and their severities. This module determines the two sides (`side`), in folders, in revisions of
//! a git repository (`crate::git`), in the facts of an import or among recorded releases (`recorded`), reads the files that
//! differ (`read`), joins findings with the affected lines (`report`), separates the changes that `schema-diff.yaml` (`settings`)
//! accepts (`allowances`), finds a template that shows each breaking one (`heat-witness`), and writes the rest in a format for
//! people or programs (`format`).

mod allowances;
mod contents;
mod excerpt;
pub mod format;
mod options;
#[cfg(test)]
mod properties_tests;
mod read;
mod recorded;
pub mod report;
mod run;
mod settings;
mod side;
mod templates;

pub use format::Format;
pub use options::{NewAllowances, Options};
pub use run::run;
pub(crate) use side::is_of_plug_in;
