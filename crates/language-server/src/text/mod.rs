//! A single text: reading a template that is being written, and the names in it.
//!
//! Names that several files share are in `workspace`; the meaning of the parts of a text is in `places`.

pub(crate) mod file_names;
pub(crate) mod names;
pub(crate) mod reading;
