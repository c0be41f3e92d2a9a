//! Families about schemas: whether one is valid, and what it makes of the values of properties.
//!
//! What becomes of a resource with these values is asked in `stacks`.

pub(crate) mod constraints;
pub(crate) mod diff;
pub(crate) mod finder;
pub(crate) mod properties;
pub(crate) mod properties_groups;
pub(crate) mod schema_validity;
pub(crate) mod support_status;
pub(crate) mod written;
