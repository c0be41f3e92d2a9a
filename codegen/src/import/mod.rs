//! Importing: the facts of resource types, from an installed Heat or from a file, into a folder of schemas.
//!
//! An import goes [`python`] → [`facts`] → [`plan`], which compares with what is there ([`merge`], and [`yaml_text`](crate::yaml_text) for
//! new files), → [`files`]. What Heat says is a fact; what people write are words ([`words`]), and no import touches
//! those.

pub mod facts;
pub mod files;
pub mod merge;
pub mod plan;
pub mod python;
mod run;
mod type_facts;
pub mod words;

pub use run::{FactsSource, Options, run};
pub use type_facts::TypeFacts;
