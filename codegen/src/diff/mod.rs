//! The command `diff`: what changed between two states of the schemas, by meaning.
//!
//! What counts as a change, and how bad it is, is [`heat_model::diff`]'s. What is here finds the two sides (`side`), in
//! folders, in revisions of a git repository (`git`) or in the facts of an import, reads what differs (`read`), brings
//! findings together with the lines they are about (`report`), leaves out what `schema-diff.yaml` allows (`allowances`)
//! and writes the rest in a form for people or programs (`format`).

mod allowances;
pub mod command;
mod excerpt;
pub mod format;
mod git;
#[cfg(test)]
mod laws;
mod read;
pub mod report;
mod side;
mod templates;
