//! Sets. The order of their members is that of insertion; in Python it follows from hashes, and for strings it differs from run to run.

use std::rc::Rc;

use indexmap::IndexSet;

use super::list::depth_around;
use super::{Key, Val};
use crate::error::Outcome;

/// The members of a set.
pub(crate) type Members = IndexSet<Key>;

/// A set, which cannot change.
pub(crate) struct Set {
    pub(crate) items: Members,
    pub(crate) depth: u32,
}

impl Val {
    pub(crate) fn set(items: Members) -> Outcome<Self> {
        let depth = depth_around(items.iter().map(Key::val))?;
        Ok(Self::Set(Rc::new(Set { items, depth })))
    }
}
