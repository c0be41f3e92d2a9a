//! What the program is called, where it names itself.

/// The command's name.
pub(crate) const NAME: &str = "heat-codegen";
