//! The ids under which reading a text reports what is wrong.

/// A key stands twice in one map.
pub const DUPLICATE_KEY: &str = "duplicate-key";
/// The text is not well-formed.
pub const SYNTAX: &str = "syntax";
/// A character that no YAML text may contain.
pub const CONTROL_CHARACTER: &str = "control-character";
/// More collections inside one another than allowed.
pub const TOO_DEEP: &str = "too-deep";
/// A longer text than allowed.
pub const TOO_LARGE: &str = "too-large";
/// Aliases and merge keys produce more nodes than allowed.
pub const ALIAS_EXPANSION: &str = "alias-expansion";
/// An alias stands inside the value it names.
pub const RECURSIVE_ALIAS: &str = "recursive-alias";
/// An alias names an anchor that does not exist.
pub const UNKNOWN_ALIAS: &str = "unknown-alias";
/// Two anchors have one name.
pub const DUPLICATE_ANCHOR: &str = "duplicate-anchor";
/// A tag that Heat has no constructor for.
pub const UNKNOWN_TAG: &str = "unknown-tag";
/// A value is not what its tag says.
pub const INVALID_VALUE: &str = "invalid-value";
/// A list or a map as a key.
pub const UNHASHABLE_KEY: &str = "unhashable-key";
/// A merge key with something other than maps.
pub const INVALID_MERGE: &str = "invalid-merge";
/// More than one document in a text.
pub const SEVERAL_DOCUMENTS: &str = "several-documents";
/// Half of a UTF-16 pair in a JSON string.
pub const LONE_SURROGATE: &str = "lone-surrogate";
/// The data is not of the shape that is asked for.
pub const WRONG_SHAPE: &str = "wrong-shape";
