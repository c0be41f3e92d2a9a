//! YAML as Heat reads it, with a span for every key and value.
//!
//! Heat reads templates as JSON first and as YAML 1.1 second, with PyYAML's rules for plain scalars (`template_format` in Heat).
//! This crate reads the same text to the same data, keeps the position of each key and value, and reports an error as a
//! [`Diagnostic`] instead of raising an exception. It knows nothing of Heat's schemas and does not access files.
//!
//! The stages: `syntax` turns the text into tokens and events, `compose` turns these into a graph in which an
//! alias is the node it names, `merge` resolves merge keys, and `construct` builds the tree, with the values
//! from `scalar`. `json` goes from text to tree directly. Nothing recurses over the text; [`ParseOptions`]
//! limits its size and depth, so that trees stay shallow and later stages may recurse over them.
//!
//! ```
//! use heat_yaml::{ParseOptions, Source, Value, parse};
//!
//! let source = Source::new("server.yaml", "flavor: m1.small\nports: [0o22, 022, 22:30]\n");
//! let parsed = parse(&source, &ParseOptions::default());
//! assert!(!parsed.has_errors());
//!
//! let root = parsed.root.expect("a text without errors that is not empty");
//! let ports = root.as_mapping().and_then(|map| map.get("ports")).expect("the key is there");
//! let values: Vec<&Value> = ports.as_sequence().expect("it is a list").iter().map(|node| &node.value).collect();
//! assert_eq!(values, [&Value::String("0o22".to_owned()), &Value::Integer(18), &Value::Integer(1350)]);
//! assert_eq!(source.line_column(ports.span.start).line, 2);
//! ```

mod characters;
pub mod code;
mod comments;
pub mod de;
mod diagnostic;
pub mod docs;
mod fix;
mod node;
mod options;
mod parse;
mod part;
mod path;
mod plain;
mod printable;
#[cfg(feature = "render")]
pub mod render;
mod scalar;
mod ser;
mod source;
mod syntax;
#[cfg(test)]
mod testing;
mod utf8;

pub use comments::{Comment, comments};
pub use diagnostic::{Diagnostic, Label, Severity, remove_repetitions, sort_diagnostics};
pub use fix::{Applicability, Edit, Fix};
pub use node::{Entry, Mapping, Node, Value};
pub use options::{DuplicateKeys, ParseOptions};
pub use parse::{Parsed, parse, parse_template};
pub use path::{KeyedNode, PathSegment};
pub use printable::{is_steering, one_line, printable};
pub use source::{LineColumn, Source, Span};
