//! Property data that a schema accepts, even if its validation rules and groups ask for several properties together.

mod alone;
mod completion;
mod interest;
mod options;

pub(crate) use alone::{Data, accepts_alone, first_accepted};
pub use completion::Completion;
pub(crate) use interest::Interest;
pub(crate) use options::options;
