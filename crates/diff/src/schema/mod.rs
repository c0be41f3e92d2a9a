//! One schema, whichever side it is on: whether it is equal to another without its prose, loads in Heat, or is a placeholder.
//!
//! Which schemas are compared with each other is in `pairs`.

pub(crate) mod at;
pub(crate) mod identity;
pub(crate) mod loadable;
pub(crate) mod retired;
