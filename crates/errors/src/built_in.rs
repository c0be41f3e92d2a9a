//! The pages in the program itself.

/// The files by their paths in the folder of pages, with their texts, sorted.
pub(crate) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
