//! The name of the program in its own output.

/// The command's name.
pub const NAME: &str = "heat-codegen";
