//! Building the site of `heat-site` and putting it in place: at once in a folder, or as a preview that follows every change.
//!
//! [`publish`] is the sink that replaces the pages of a folder together; [`preview`] serves them from memory.

pub mod day;
mod http;
pub mod preview;
pub mod publish;
mod run;
pub mod serve;
pub mod sources;

pub use run::run;
