//! One text: reading a template that is being written, and the names that stand in it.
//!
//! What the names of several files have in common is in `workspace`; what is expected at a place of a text, in `places`.

pub(crate) mod file_names;
pub(crate) mod names;
pub(crate) mod reading;
