//! What plug-ins of Heat decide about updates beside their schemas, and the words for what an update does.
//!
//! The tables are by the names of types: [`TypeRule`] has what plug-ins decide in code of their own, [`refusals`] the changes that
//! they refuse. [`effect_words`] and [`sentences`] say in words what an update costs: in plans, on pages and in editors alike.

pub mod effect_words;
pub mod refusals;
pub mod sentences;
mod type_rules;

pub use type_rules::{TypeRule, returns_to, update_behaviour};
