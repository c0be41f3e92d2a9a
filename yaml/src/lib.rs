//! YAML as Heat reads it, with a span for every key and value.
//!
//! Heat reads templates as JSON first and as YAML 1.1 second, with PyYAML's rules for what a plain scalar is
//! (`template_format` in Heat). This crate reads the same text to the same data, keeps the place of everything, and
//! answers a mistake with a [`Diagnostic`] instead of an exception. It knows nothing of Heat's schemas and touches
//! no files.

mod diagnostic;
mod node;
mod source;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use node::{Entry, Mapping, Node, Value};
pub use source::{LineColumn, Source, Span};
