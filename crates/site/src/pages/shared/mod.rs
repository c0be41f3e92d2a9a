//! What the pages of several releases have in common, so that each is found out or rendered once.

pub(crate) mod constraint_uses;
pub(crate) mod pieces;
pub(crate) mod service_lists;
