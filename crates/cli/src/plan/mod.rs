//! What an update of a stack does: what the command `plan` prints.
//!
//! `heat-plan` judges; here the two sides are read (`side`), from files or from a revision of a git repository, and the plan is
//! written in a format for people or programs. The formats share the `words`, and the `changes`: the smallest parts (`leaves`) and
//! lines (`lines`) in which two values differ.

mod changes;
mod json;
mod leaves;
mod lines;
mod markdown;
mod members;
mod options;
mod phrases;
mod report;
mod run;
mod side;
mod text;

pub use options::{Concern, Format, Options, SideInputs};
pub use run::run;
