//! Evaluation of a tree: contexts, calls and the choice of the function to call, with their limits.

mod call;
mod choose;
mod context;
mod eval;
mod lambda;
mod limits;
mod types;

pub(crate) use call::Call;
pub(crate) use choose::{Request, call, delegate};
pub(crate) use context::{Context, Definition};
pub(crate) use eval::eval;
pub(crate) use lambda::Lambda;
pub(crate) use limits::Run;
