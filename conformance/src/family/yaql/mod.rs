//! Families about expressions of yaql.

pub(crate) mod evaluation;
pub(crate) mod syntax;
