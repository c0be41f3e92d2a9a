//! Effects of a stack update on each of its resources, determined without a cloud.
//!
//! [`plan`] compares two versions of a stack: templates that have been [resolved](heat_hot::resolve) with
//! [stand-ins](heat_hot::stand_in) for the values that only a deployment knows. For each resource, the [`Plan`] contains the
//! result of Heat's own preview (`StackUpdate.preview` in `heat.engine.update`) and the result of the update itself. They can
//! differ: the preview compares with the current IDs and attributes of resources, and does not report the consequences when one
//! of them changes.
//!
//! The crate reads no files and writes no reports. `heat-hot` reads templates, [`heat_model::update`] compares properties, and
//! `heat-updates` knows the decisions that plug-ins make in their own code. This crate has tables by type name for the number of
//! members of groups ([`group_size`]) and for the resources whose data are lost with them ([`held_data`]).

mod action;
mod collisions;
mod comparison;
mod definition;
mod difference;
mod effects;
mod groups;
pub mod held_data;
mod masked_text;
mod outcome;
mod reading;
mod resource;
mod software;
mod stack;
#[cfg(test)]
mod tests;
mod versions;

pub use action::Action;
pub use difference::{Difference, is_same};
pub use groups::{group_size, rolling};
pub use masked_text::SecretMask;
pub use outcome::{
    Appearance, Change, ConditionChange, Deletion, Holder, OutputChange, ParameterChange, Part, Plan, Reason,
    ResourcePlan,
};
pub use stack::{plan, plan_update};
pub use versions::{Types, Unresolved, Version};
