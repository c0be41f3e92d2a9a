//! Effects of updating a property: none, an interruption, loss of data, replacement of the resource, or a failed update.
//!
//! `update_allowed` tells that the plug-in updates the resource in place. The effect of that depends on the plug-in and its
//! service: one changes a label, another reboots a server, a third overwrites a disk. Heat's schemas do not contain it, so the
//! effects are recorded by hand, with their reasons. [`crate::update`] contains the decision that Heat makes before it asks a
//! plug-in.

mod case;
mod grade;
mod level;

pub use case::{ChangeKind, EffectCase, EntryChange, OtherProperties, Side, ValueChange, ValueSet};
pub use grade::{DecidedEffect, UpdateEffect};
pub use level::EffectLevel;
