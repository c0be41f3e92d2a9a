//! Families about schemas: the validity of schemas, and the values of properties that result from them.
//!
//! The effect of these values on a resource is a subject of `stacks`.

pub(crate) mod constraints;
pub(crate) mod diff;
pub(crate) mod finder;
pub(crate) mod properties;
pub(crate) mod schema_validity;
pub(crate) mod support_status;
pub(crate) mod written;
