//! Reads schemas and tables from YAML text.
//!
//! A schema is not read through serde, because every error in it is reported at its position. Structural errors are found here
//! (unknown keys, values of the wrong kind); the lint rules of `heat-lint` check whether the schema makes sense.

mod constraint;
pub mod fields;
mod group;
mod property;
mod schema;
mod service_rule;
mod tables;
mod unique;
mod update_effect;
pub mod validation_rule;

use std::sync::Arc;

use heat_yaml::{Diagnostic, Node, ParseOptions, Severity, Source, Span};

pub use schema::KEYS;
pub use tables::{load_custom_constraints, load_releases, load_services};

use crate::{ResourceType, SchemaPath, Segment, Value};

/// A schema together with the text it was read from.
#[derive(Debug, Clone)]
pub struct SchemaFile {
    /// The text.
    pub source: Arc<Source>,
    /// The tree of the text, for the positions of its parts.
    pub root: Node,
    /// The schema.
    pub schema: ResourceType,
    /// `true` if the whole text could be read. If not, parts are missing, and no conclusions should be drawn from their absence.
    pub is_whole: bool,
}

/// The result of reading a schema.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The schema; `None` if not even a type name could be read. If errors were reported, parts of it may be
    /// missing.
    pub file: Option<SchemaFile>,
    /// All errors in the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Returns whether there are errors, so that the schema cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Reads a resource type's schema.
///
/// ```
/// use heat_model::load::load_schema;
/// use heat_yaml::Source;
///
/// let loaded = load_schema(&Source::new("Token.yaml", "type: My::Custom::Token\nproperties: {length: {type: integer}}"));
/// assert!(loaded.diagnostics.is_empty());
/// assert_eq!(loaded.file.unwrap().schema.properties.len(), 1);
/// ```
#[must_use]
pub fn load_schema(source: &Arc<Source>) -> Loaded {
    let parsed = heat_yaml::parse(source, &ParseOptions::default());
    let mut diagnostics = parsed.diagnostics;
    let Some(root) = parsed.root else {
        if diagnostics.is_empty() {
            diagnostics.push(
                Diagnostic::error("missing-key", "the file is empty")
                    .in_file(source.name())
                    .with_help("start with `type:`, the name of the resource type"),
            );
        }
        return Loaded { file: None, diagnostics };
    };
    let mut reader = fields::Reader::new(source);
    let schema = schema::read(&mut reader, &root);
    diagnostics.append(&mut reader.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
    let is_whole = !diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let file = schema.map(|schema| SchemaFile { source: Arc::clone(source), root, schema, is_whole });
    Loaded { file, diagnostics }
}

/// Returns the value of a node of a text, with diagnostics for the parts that cannot be values.
#[must_use]
pub fn value_of(source: &Arc<Source>, node: &Node) -> (Value, Vec<Diagnostic>) {
    let mut reader = fields::Reader::new(source);
    let value = reader.value(node);
    (value, reader.diagnostics)
}

impl SchemaFile {
    /// Span of the key at the end of a path, or of the value if the path ends with an item. If the text does not contain it, the
    /// span of the nearest enclosing part.
    #[must_use]
    pub fn key_span(&self, path: &SchemaPath) -> Span {
        self.spans(path).0
    }

    /// Span of the value at a path, or of the nearest enclosing part.
    #[must_use]
    pub fn value_span(&self, path: &SchemaPath) -> Span {
        self.spans(path).1
    }

    /// The string at a path, as written in the text.
    #[must_use]
    pub fn string_at(&self, path: &SchemaPath) -> Option<&str> {
        path.0
            .iter()
            .try_fold(&self.root, |node, segment| match segment {
                Segment::Key(key) => node.as_mapping()?.get(key),
                Segment::Index(index) => node.as_sequence()?.get(*index),
            })?
            .as_str()
    }

    fn spans(&self, path: &SchemaPath) -> (Span, Span) {
        // For the whole file, the best span to point at is the value on its first line: the type name.
        let start = self
            .root
            .as_mapping()
            .and_then(|mapping| mapping.get("type"))
            .map_or(self.root.span, |node| node.span);
        let mut found = (start, start);
        let mut node = &self.root;
        for segment in &path.0 {
            match segment {
                Segment::Key(key) => {
                    let Some(entry) = node.as_mapping().and_then(|mapping| mapping.entry(key)) else {
                        return found;
                    };
                    found = (entry.key.span, entry.value.span);
                    node = &entry.value;
                }
                Segment::Index(index) => {
                    let Some(item) = node.as_sequence().and_then(|items| items.get(*index)) else {
                        return found;
                    };
                    found = (item.span, item.span);
                    node = item;
                }
            }
        }
        found
    }
}
