//! The error pages built into the program.

/// The files by their paths in the folder of pages, with their contents, sorted by path.
pub(crate) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
