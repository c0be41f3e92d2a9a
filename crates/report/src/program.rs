//! The name of the program in its own output.

/// Name of the program, as reports write it.
pub const NAME: &str = "heat-codegen";
