//! Queries over collections. Most are lazy: an item is only read when the next function needs it.

pub(crate) mod combining;
pub(crate) mod folding;
mod grouping;
pub(crate) mod making;
mod merging;
pub(crate) mod ordering;
pub(crate) mod searching;
pub(crate) mod selecting;
pub(crate) mod splitting;

use super::spec::{Parameter, Type, p};

const COLLECTION: Parameter = p("collection", Type::Iterable);
const PREDICATE: Parameter = p("predicate", Type::Lambda);
const SELECTOR: Parameter = p("selector", Type::Lambda);
