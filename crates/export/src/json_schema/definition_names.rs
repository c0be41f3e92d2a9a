//! The names of definitions that several parts of the schema refer to.

/// A map that calls a function, of any version.
pub(super) const IS_CALL: &str = "#/definitions/is_call";

/// A map that calls a function for conditions, of any version.
pub(super) const IS_CONDITION_CALL: &str = "#/definitions/is_condition_call";

/// The functions, with their docs.
pub(super) const FUNCTIONS: &str = "#/definitions/functions";

/// If it is a map, it calls a function.
pub(super) const CALL_IF_MAP: &str = "#/definitions/call_if_map";

/// A condition: a boolean, a name or a call.
pub(super) const CONDITION: &str = "#/definitions/condition";

/// Anything. Editors that see alternatives complete the colon after a key.
pub(super) const ANYTHING: &str = "#/definitions/anything";
