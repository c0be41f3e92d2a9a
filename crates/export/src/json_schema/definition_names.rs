//! The names of definitions that several parts of the schema reference.

/// A map that calls a function of any template version.
pub(super) const IS_CALL: &str = "#/definitions/is_call";

/// A map that calls a condition function of any template version.
pub(super) const IS_CONDITION_CALL: &str = "#/definitions/is_condition_call";

/// The functions, with their docs.
pub(super) const FUNCTIONS: &str = "#/definitions/functions";

/// A value that must be a function call if it is a map.
pub(super) const CALL_IF_MAP: &str = "#/definitions/call_if_map";

/// A condition: a boolean, a name or a call.
pub(super) const CONDITION: &str = "#/definitions/condition";

/// Any value. Editors complete the colon after a key if there are alternatives.
pub(super) const ANYTHING: &str = "#/definitions/anything";
