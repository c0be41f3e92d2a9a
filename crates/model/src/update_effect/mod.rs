//! What an update of a property costs: nothing, an interruption, data, the resource, or the update itself.
//!
//! `update_allowed` says that the plug-in updates the resource in place. What that costs is up to the plug-in and its service: one
//! changes a label, another reboots a server, a third overwrites a disk. Heat's schemas do not say it, so it is what people found
//! out, with their reasons. What Heat decides before it asks a plug-in is in [`crate::update`].

mod grade;
mod level;

pub use grade::{CaseCondition, DecidedEffect, EffectCase, UpdateEffect};
pub use level::EffectLevel;
