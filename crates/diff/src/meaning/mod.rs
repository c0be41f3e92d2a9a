//! Meaning of changes to keys that have to be compared together: constraints, groups, validation rules and support statuses.
//!
//! They are compared by what they accept, not by how they are written. The rules that report changes, and their wording, are in
//! `rules`.

pub(crate) mod constraint_change;
pub(crate) mod groups;
pub(crate) mod life_cycle;
pub(crate) mod validation;
