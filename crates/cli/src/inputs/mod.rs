//! Inputs of the commands about templates, from the command line and the settings of a project: the files, the values that they
//! are read with, and their changes.

pub(crate) mod changes;
pub(crate) mod paths;
pub(crate) mod settings;
pub(crate) mod source;
