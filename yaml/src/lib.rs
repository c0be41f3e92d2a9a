//! YAML as Heat reads it, with a span for every key and value.
//!
//! Heat reads templates as JSON first and as YAML 1.1 second, with PyYAML's rules for what a plain scalar is
//! (`template_format` in Heat). This crate reads the same text to the same data, keeps the place of everything, and
//! answers a mistake with a [`Diagnostic`] instead of an exception. It knows nothing of Heat's schemas and touches
//! no files.

mod base64;
mod big;
mod characters;
pub mod code;
mod compose;
mod construct;
pub mod de;
mod diagnostic;
mod json;
mod key;
mod mapping;
mod merge;
mod node;
mod options;
mod parse;
mod path;
#[cfg(feature = "render")]
pub mod render;
mod scalar;
mod ser;
mod source;
mod syntax;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use node::{Entry, Mapping, Node, Value};
pub use options::{DuplicateKeys, ParseOptions};
pub use parse::{Parsed, parse, parse_template};
pub use path::{PathSegment, Place};
pub use source::{LineColumn, Source, Span};
