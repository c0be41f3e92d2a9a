//! Errors in values, and whether a value satisfies a constraint.
//!
//! [`violation`] follows `heat.engine.constraints`. [`evaluate`](crate::evaluate) reads whole sets of data.

mod constraints;
pub(crate) mod error;
mod excerpt;
mod number;

pub(crate) use constraints::compiled;
pub use constraints::{to_schema_type, violation, violation_within};
pub(crate) use error::PythonException;
pub use error::{ErrorKind, PluginError, Step, ValueError, ValuePath};
pub(crate) use excerpt::{describe, shortened};
pub(crate) use number::to_number;
pub use number::{parse_number, to_integer};
