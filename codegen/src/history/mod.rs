//! What changed in every release: from a series of recorded releases to `history.yaml`.
//!
//! [`series`] reads the releases and puts them in order, [`record`] compares each with the one before and keeps the facts of
//! what it finds, [`run`] writes the file or says how it differs from the one that is there. What a change is, and how bad,
//! is [`heat_diff`]'s business; what the file means to readers, [`heat_diff::history`]'s.

pub mod record;
mod run;
pub mod series;

pub use run::run;
