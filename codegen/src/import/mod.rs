//! Reading the facts of resource types from an installed Heat, or from a file of such facts.

pub mod facts;
pub mod merge;
pub mod text;
pub mod words;
