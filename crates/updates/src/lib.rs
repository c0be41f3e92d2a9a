//! Decisions of Heat's plug-ins about updates beyond their schemas, and the words for the effects of an update.
//!
//! The tables are keyed by type name: [`TypeRule`] lists the decisions that plug-ins make in their own code, and [`refusals`] the
//! changes that they refuse. [`effect_words`] and [`sentences`] describe the effects of an update in words: in plans, on pages
//! and in editors alike.

pub mod effect_words;
pub mod refusals;
pub mod sentences;
mod type_rules;

pub use type_rules::{TypeRule, returns_to, update_behaviour};
