//! Comparing: what changed between two states of the schemas, by meaning.
//!
//! What counts as a change, and how bad it is, is [`heat_diff`]'s. What is here finds the two sides (`side`), in
//! folders, in revisions of a git repository (`git`), in the facts of an import or among recorded releases (`recorded`), reads
//! what differs (`read`), brings findings together with the lines they are about (`report`), sets aside what
//! `schema-diff.yaml` (`settings`) accepts (`allowances`) and writes the rest in a format for people or programs (`format`).

mod allowances;
mod excerpt;
pub mod format;
mod git;
#[cfg(test)]
mod laws;
mod options;
mod read;
mod recorded;
pub mod report;
mod run;
mod settings;
mod side;
mod templates;

pub use format::Format;
pub use options::{NewAllowances, Options, ReportFile};
pub use run::run;
