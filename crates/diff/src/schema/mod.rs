//! Facts about a single schema: equality with another one without prose, properties that its rules connect, whether it loads in
//! Heat, and whether it is a placeholder.
//!
//! `pairs` decides which schemas are compared with each other.

pub(crate) mod at;
pub(crate) mod identity;
pub(crate) mod loadable;
pub(crate) mod named;
pub(crate) mod retired;
