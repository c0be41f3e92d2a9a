//! Families about yaql expressions.

pub(crate) mod evaluation;
pub(crate) mod syntax;
