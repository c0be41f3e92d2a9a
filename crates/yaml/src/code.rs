//! Codes of the diagnostics that reading a text reports; [`docs`](crate::docs) contains the pages of those that can also occur in
//! templates.

/// A key occurs twice in one map.
pub const DUPLICATE_KEY: &str = "duplicate-key";
/// The text is not well-formed.
pub const SYNTAX: &str = "syntax";
/// A character that YAML does not allow.
pub const CONTROL_CHARACTER: &str = "control-character";
/// Collections are nested deeper than allowed.
pub const TOO_DEEP: &str = "too-deep";
/// The text is longer than allowed.
pub const TOO_LARGE: &str = "too-large";
/// Aliases and merge keys produce more nodes than allowed.
pub const ALIAS_EXPANSION: &str = "alias-expansion";
/// An alias occurs inside the value it names.
pub const RECURSIVE_ALIAS: &str = "recursive-alias";
/// An alias names an anchor that does not exist.
pub const UNKNOWN_ALIAS: &str = "unknown-alias";
/// Two anchors have the same name.
pub const DUPLICATE_ANCHOR: &str = "duplicate-anchor";
/// A tag that Heat has no constructor for.
pub const UNKNOWN_TAG: &str = "unknown-tag";
/// A value does not match its tag.
pub const INVALID_VALUE: &str = "invalid-value";
/// A list or a map is used as a key.
pub const UNHASHABLE_KEY: &str = "unhashable-key";
/// The value of a merge key is neither a map nor a list of maps.
pub const INVALID_MERGE: &str = "invalid-merge";
/// A text contains more than one document.
pub const SEVERAL_DOCUMENTS: &str = "several-documents";
/// An unpaired UTF-16 surrogate in a JSON string.
pub const LONE_SURROGATE: &str = "lone-surrogate";
/// The data does not have the requested shape.
pub const WRONG_SHAPE: &str = "wrong-shape";
