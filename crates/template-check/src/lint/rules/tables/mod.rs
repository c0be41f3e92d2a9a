//! Tables of the rules that have no code here: one per family, or two if a family has many. Other crates and modules, mostly
//! `heat-hot`, report their findings and use their ids.

pub(super) mod conditions;
pub(super) mod declared;
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
