//! The command `plan`: the effects of an update of a stack.
//!
//! `heat-plan` decides on the effects. This module reads the two sides (`side`), from files or from a revision of a git
//! repository, and writes the plan in a format for people or programs. The formats share the `phrases`, and the `changes`: the
//! smallest parts (`leaves`) and lines (`lines`) in which two values differ.

mod changes;
mod json;
mod leaves;
mod lines;
mod markdown;
mod members;
mod options;
mod phrases;
mod remarks;
mod report;
mod run;
mod side;
mod text;

pub use options::{Concern, Format, Options, SideInputs};
pub(crate) use run::findings_between;
pub use run::run;
