//! Tests of the catalogue and the commands about it: its schemas, the types that they define, and those of earlier
//! releases.
//!
//! Its site is tested in `site`, and comparisons of it in `diff`.

mod built_in;
mod check;
mod heat_release;
mod history;
mod import;
mod past;
mod types;
