//! The name of the program in its own output.

/// Name of the program, as reports say it.
pub const NAME: &str = "heat-codegen";
