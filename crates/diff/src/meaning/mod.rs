//! What changed keys mean where one cannot be compared without the others: constraints, groups, validation rules and support statuses.
//!
//! They are compared by what they admit, not by how they are written. Which rule reports a change, and in which words, is in `rules`.

pub(crate) mod constraint_change;
pub(crate) mod groups;
pub(crate) mod life_cycle;
pub(crate) mod validation;
