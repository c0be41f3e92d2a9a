//! Tuples and lists. A list never changes after it has been created.

use std::rc::Rc;

use super::Val;
use crate::error::{Outcome, too_deep};

/// Maximum depth of nested values.
pub(crate) const MAX_DEPTH: u32 = 400;

/// A tuple or a list of Python.
pub(crate) struct List {
    pub(crate) items: Vec<Val>,
    pub(crate) is_tuple: bool,
    pub(crate) depth: u32,
}

/// Depth of a collection of these values.
pub(crate) fn depth_around<'v>(items: impl Iterator<Item = &'v Val>) -> Outcome<u32> {
    let depth = items.map(Val::depth).max().unwrap_or(0) + 1;
    if depth > MAX_DEPTH { Err(too_deep()) } else { Ok(depth) }
}

impl Val {
    /// Creates a tuple, which most functions return.
    pub(crate) fn tuple(items: Vec<Self>) -> Outcome<Self> {
        Self::new_list(items, true)
    }

    /// Creates a list of Python, which cannot be a key and is not equal to any tuple.
    pub(crate) fn list(items: Vec<Self>) -> Outcome<Self> {
        Self::new_list(items, false)
    }

    pub(crate) fn pair(first: Self, second: Self) -> Outcome<Self> {
        Self::tuple(vec![first, second])
    }

    pub(crate) fn new_list(items: Vec<Self>, is_tuple: bool) -> Outcome<Self> {
        let depth = depth_around(items.iter())?;
        Ok(Self::List(Rc::new(List { items, is_tuple, depth })))
    }
}
