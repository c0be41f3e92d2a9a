//! Property data that a schema accepts, even if its validation rules and groups ask for several properties together.

mod completion;
mod interest;
mod options;

pub use completion::Completion;
pub(crate) use interest::Interest;
pub(crate) use options::{Data, accepts_alone, first_accepted, is_natural, options, with};
