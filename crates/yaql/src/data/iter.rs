//! Iteration as in Python: iterators are consumed by every reader, and are shared.

use std::cell::RefCell;
use std::rc::Rc;

use super::ordered::Ordered;
use super::{Dict, List, Set, Text, Val, View};
use crate::error::{Outcome, too_deep, type_error, undecided, value_error};
use crate::run::Run;

/// Maximum depth of nested iterators.
const MAX_NESTED: u32 = 800;

/// Source of an iterator's items.
pub(crate) trait Source {
    /// Returns the next item; `None` at the end.
    fn next(&mut self, run: &Run<'_>) -> Outcome<Option<Val>>;

    /// The source from the start; `None` if it can only be read once.
    fn restarted(&self) -> Option<Box<dyn Source>> {
        None
    }
}

impl<F: FnMut(&Run<'_>) -> Outcome<Option<Val>>> Source for F {
    fn next(&mut self, run: &Run<'_>) -> Outcome<Option<Val>> {
        self(run)
    }
}

struct SharedSource {
    depth: u32,
    source: RefCell<Box<dyn Source>>,
}

/// An iterator. Clones refer to the same iterator.
#[derive(Clone)]
pub(crate) struct IterRef(Rc<SharedSource>);

impl IterRef {
    pub(crate) fn depth(&self) -> u32 {
        self.0.depth
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the result of Python's `iter()`: the iterator itself, or a new one if the iterator stores its items.
    fn started(&self) -> Self {
        let restarted = self.0.source.try_borrow().ok().and_then(|source| source.restarted());
        match restarted {
            Some(source) => Self(Rc::new(SharedSource { depth: self.0.depth, source: RefCell::new(source) })),
            None => self.clone(),
        }
    }

    pub(crate) fn next(&self, run: &Run<'_>) -> Outcome<Option<Val>> {
        run.step(1)?;
        let Ok(mut source) = self.0.source.try_borrow_mut() else {
            return Err(value_error("generator already executing"));
        };
        run.nested(1, || source.next(run))
    }
}

impl Val {
    /// Creates an iterator from a source. `depth` is the depth of the most deeply nested value that the source contains.
    pub(crate) fn iter(depth: u32, source: impl Source + 'static) -> Outcome<Self> {
        let depth = depth + 1;
        if depth > MAX_NESTED {
            return Err(too_deep());
        }
        Ok(Self::Iter(IterRef(Rc::new(SharedSource { depth, source: RefCell::new(Box::new(source)) }))))
    }
}

/// Position in a collection that is iterated over: the result of Python's `iter()`.
pub(crate) enum Cursor {
    List(Rc<List>, usize),
    /// The keys of a dictionary.
    Dict(Rc<Dict>, usize),
    Set(Rc<Set>, usize),
    View(View, usize),
    /// The characters of a string from a byte index on.
    Text(Text, usize),
    Ordered(Rc<Ordered>, usize),
    Iter(IterRef),
}

impl Cursor {
    /// Starts iterating over a value.
    ///
    /// # Errors
    /// If Python does not iterate over the value.
    pub(crate) fn new(value: &Val) -> Outcome<Self> {
        Ok(match value {
            Val::List(list) => Self::List(list.clone(), 0),
            Val::Dict(dict) => Self::Dict(dict.clone(), 0),
            Val::Set(set) => Self::Set(set.clone(), 0),
            Val::View(view) => Self::View(view.clone(), 0),
            Val::Str(text) => Self::Text(text.clone(), 0),
            Val::Ordered(ordered) => Self::Ordered(ordered.clone(), 0),
            Val::Iter(iter) => Self::Iter(iter.started()),
            Val::Unknown => return Err(undecided()),
            other => return Err(type_error(format!("'{}' object is not iterable", other.type_name()))),
        })
    }

    pub(crate) fn next(&mut self, run: &Run<'_>) -> Outcome<Option<Val>> {
        let at = match self {
            Self::Iter(iter) => return iter.next(run),
            Self::List(_, at)
            | Self::Dict(_, at)
            | Self::Set(_, at)
            | Self::View(_, at)
            | Self::Ordered(_, at) => {
                *at += 1;
                *at - 1
            }
            Self::Text(text, at) => {
                let Some(char) = text[*at..].chars().next() else { return Ok(None) };
                *at += char.len_utf8();
                return Ok(Some(Val::text(char.encode_utf8(&mut [0; 4]) as &str)));
            }
        };
        run.step(1)?;
        Ok(match self {
            Self::List(list, _) => list.items.get(at).cloned(),
            Self::Dict(dict, _) => dict.entries.get_index(at).map(|(key, _)| key.val().clone()),
            Self::Set(set, _) => set.items.get_index(at).map(|key| key.val().clone()),
            Self::View(view, _) => view.get(at).transpose()?,
            Self::Ordered(ordered, _) => ordered.sorted(run)?.get(at).cloned(),
            Self::Text(..) | Self::Iter(_) => None,
        })
    }

    /// Collects the remaining items.
    pub(crate) fn collect(mut self, run: &Run<'_>) -> Outcome<Vec<Val>> {
        if let Self::List(list, 0) = &self {
            return Ok(list.items.clone());
        }
        let mut items = Vec::new();
        while let Some(item) = self.next(run)? {
            items.push(item);
        }
        Ok(items)
    }
}
