//! The catalogue and the commands about it: its schemas, their descriptions, the types that they make, and those of earlier releases.
//!
//! What its site says is tested in `site`, what changed in it in `diff`.

mod built_in;
mod check;
mod descriptions;
mod heat_release;
mod history;
mod import;
mod past;
mod types;
mod update_effects;
