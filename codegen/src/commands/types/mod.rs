//! Commands about resource types: they list, show and export them, also as of an earlier release, and say what changed.
//!
//! What is wrong with the files that say so is asked in `schemas`.

pub mod changes;
pub mod export;
pub mod list;
pub mod show;
pub mod template;
