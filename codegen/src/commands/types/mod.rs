//! Commands about the types of the catalogue: they list, show and export them, also as of an earlier release.
//!
//! What is wrong with the files that say so is asked in `schemas`.

pub mod export;
pub mod list;
pub mod show;
pub mod template;
