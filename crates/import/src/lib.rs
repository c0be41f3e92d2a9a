//! Importing: the facts of resource types, from an installed Heat or a file, into a folder of schemas.
//!
//! An import goes through [`python`] → [`facts`] → [`plan`], which compares the facts with the existing schemas ([`merge`], and
//! `heat-schema-text` for new files), → [`files`]. Everything that Heat declares is a fact; texts by people are
//! prose ([`prose`]), which no import changes.

pub mod constraint_facts;
pub mod constraint_table;
pub mod facts;
pub mod files;
pub mod merge;
pub mod own_types;
pub mod plan;
pub mod prose;
pub mod python;
pub mod sequence;
mod type_facts;

pub use type_facts::{Part, TypeFacts, without};
