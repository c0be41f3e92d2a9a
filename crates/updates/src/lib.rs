//! Decisions of Heat's plug-ins about updates beyond their schemas, and the words for the effects of an update.
//!
//! [`TypeRule`] lists the decisions that plug-ins make in their own code, by type name. [`effect_words`] and [`sentences`] describe the effects of an update in words: in plans, on pages
//! and in editors alike.

mod change;
mod claims;
pub mod effect_words;
pub mod sentences;
pub mod service_words;
mod type_rules;

pub use change::{ChangeEffect, PropertyChanges};
pub use claims::{Claim, claims, collisions};
pub use type_rules::{TypeRule, refusal_of_empty_update, returns_to, update_behaviour};
