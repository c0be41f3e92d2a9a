//! Families about stacks and their resources: creation, updates, the life cycle, and the software configuration of servers.
//!
//! Reading their templates and properties is a subject of `templates` and `schemas`.

pub(crate) mod created_stacks;
pub(crate) mod group_updates;
pub(crate) mod life_cycle;
pub(crate) mod service_rules;
pub(crate) mod software;
pub(crate) mod type_updates;
pub(crate) mod update;
pub(crate) mod update_effects;
pub(crate) mod update_preview;
pub(crate) mod validation_rules;
