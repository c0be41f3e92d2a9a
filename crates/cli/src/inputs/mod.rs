//! What the command line and the settings of a project give to a command about templates: which files these are, and what is read with
//! them, and when that changes.

pub(crate) mod changes;
pub(crate) mod paths;
pub(crate) mod settings;
pub(crate) mod source;
