//! HOT templates as Heat reads them, without a cloud.
//!
//! The crate reads no files and asks no service: a text comes in, data and [`Fault`]s go out. Schemas of resource types and
//! the engine that validates property values are in `heat-model`, the reader of YAML in `heat-yaml`.

pub mod fault;

pub use fault::{Exception, Fault};
