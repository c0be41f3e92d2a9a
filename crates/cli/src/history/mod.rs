//! The changes in every release: from a series of recorded releases to `history.yaml`.
//!
//! [`series`] reads the releases and sorts them, [`record`] compares each with the previous one and keeps the facts of the
//! findings, and [`run`] writes the file or reports how it differs from the existing one. [`heat_diff`] defines changes and their
//! severities; [`heat_history::history`] defines the file.

pub mod record;
mod run;
pub mod series;

pub use run::run;
