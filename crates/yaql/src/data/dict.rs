//! Dictionaries, in insertion order, and the views of their keys, values and items.

use std::rc::Rc;

use indexmap::IndexMap;

use super::list::depth_around;
use super::{Key, Val};
use crate::error::Outcome;

/// Entries of a dictionary.
pub(crate) type Entries = IndexMap<Key, Val>;

/// A dictionary: either one of yaql, which cannot change and can be a key, or one of Python.
pub(crate) struct Dict {
    pub(crate) entries: Entries,
    pub(crate) is_frozen: bool,
    pub(crate) depth: u32,
}

/// Part of a dictionary that a view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Keys,
    Values,
    Items,
}

/// A view of the keys, values or items of a dictionary.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) dict: Rc<Dict>,
    pub(crate) part: Part,
}

impl View {
    /// Returns whether the view is a set in Python.
    pub(crate) fn is_set(&self) -> bool {
        self.part != Part::Values
    }

    pub(crate) fn get(&self, index: usize) -> Option<Outcome<Val>> {
        let (key, value) = self.dict.entries.get_index(index)?;
        Some(match self.part {
            Part::Keys => Ok(key.val().clone()),
            Part::Values => Ok(value.clone()),
            Part::Items => Val::pair(key.val().clone(), value.clone()),
        })
    }
}

impl Val {
    /// Creates a dictionary of yaql.
    pub(crate) fn dict(entries: Entries) -> Outcome<Self> {
        Self::new_dict(entries, true)
    }

    pub(crate) fn new_dict(entries: Entries, is_frozen: bool) -> Outcome<Self> {
        let depth = depth_around(entries.iter().flat_map(|(key, value)| [key.val(), value]))?;
        Ok(Self::Dict(Rc::new(Dict { entries, is_frozen, depth })))
    }
}
