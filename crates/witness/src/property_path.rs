//! Parts of a schema that contain a location in it, for the search for witnesses.

use heat_model::SchemaPath;
use heat_model::path::Segment;

/// The index of the translation rule that contains a location in a schema.
pub(super) fn translation_rule(path: &SchemaPath) -> Option<usize> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Index(index), ..] if section == "translation_rules" => Some(*index),
        _ => None,
    }
}

/// The attribute that contains a location in a schema.
pub(super) fn attribute(path: &SchemaPath) -> Option<&str> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "attributes" => Some(name),
        _ => None,
    }
}
