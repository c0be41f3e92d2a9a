//! Data and parts of pages that several releases share, so that each is calculated or rendered once.

pub(crate) mod constraint_uses;
pub(crate) mod pieces;
pub(crate) mod service_lists;
