//! Sets, whose order of members depends on hashes in Python. For strings, it differs between runs; here it is the insertion
//! order.

use std::rc::Rc;

use indexmap::IndexSet;

use super::list::depth_around;
use super::order::order;
use super::{Key, Val};
use crate::error::Outcome;

/// Members of a set.
pub(crate) type Members = IndexSet<Key>;

/// A set, which cannot change.
pub(crate) struct Set {
    pub(crate) items: Members,
    pub(crate) depth: u32,
}

impl Val {
    pub(crate) fn set(items: Members) -> Outcome<Self> {
        let depth = depth_around(items.iter().map(Key::val))?;
        let items = match order(&items.iter().cloned().collect::<Vec<Key>>()) {
            Some(order) => order.into_iter().filter_map(|index| items.get_index(index).cloned()).collect(),
            None => items,
        };
        Ok(Self::Set(Rc::new(Set { items, depth })))
    }
}
