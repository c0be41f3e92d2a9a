//! Scalars: the type of a plain scalar, and the value of its text.
//!
//! Both follow PyYAML's rules for YAML 1.1. The type of a plain scalar is resolved from its whole text
//! ([`implicit_type`]); the value of a typed scalar is then read ([`construct`]). An explicit tag can request
//! any type for any text, so that reading can fail.

mod construct;
mod resolve;
#[cfg(test)]
mod tests;

pub(crate) use construct::{construct, integer_value, quoted};
pub(crate) use resolve::{ScalarType, implicit_type};
