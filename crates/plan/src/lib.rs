//! What an update of a stack does to each of its resources, without a cloud.
//!
//! [`plan`] compares two versions of a stack: templates that have been [resolved](heat_hot::resolve) with
//! [stand-ins](heat_hot::stand_in) for what only a deployment knows. For each resource, the [`Plan`] has what Heat's own preview
//! says (`StackUpdate.preview` in `heat.engine.update`), and what the update then does: Heat's preview compares with the IDs and
//! attributes that resources have now, and says nothing about what follows when one of them gets others.
//!
//! The crate reads no files and writes no reports. How templates are read is `heat-hot`'s business, how properties are compared
//! [`heat_model::update`]'s, and what plug-ins decide in code of their own `heat-updates` knows. What is here by the names of types is in
//! tables: how many members groups have ([`group_size`]), and which resources hold data that are lost with them ([`held_data`]).

mod action;
mod comparison;
mod costs;
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
    Appearance, Change, ChangeEffect, ConditionChange, Deletion, OutputChange, ParameterChange, Part, Plan,
    Reason, ResourcePlan,
};
pub use stack::{plan, plan_update};
pub use versions::{Types, Unresolved, Version};
