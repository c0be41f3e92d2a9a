//! The rules that have no code here, as tables: one per family, or two where a family has many. Others find what they are about, mostly
//! `heat-hot`, and use their ids.

pub(super) mod conditions;
pub(super) mod environments;
pub(super) mod files;
pub(super) mod functions;
pub(super) mod limits;
pub(super) mod outputs;
pub(super) mod parameter_values;
pub(super) mod parameters;
pub(super) mod properties;
pub(super) mod resources;
pub(super) mod structure;
pub(crate) mod suppressions;
pub(super) mod yaml;
