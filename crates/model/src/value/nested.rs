//! Lists and maps of values: shared, and dropped, compared and written without unbounded recursion.
//!
//! A program can nest values as deeply as memory allows, and Rust drops nested structures recursively. So
//! each container first moves its contents to a list.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use indexmap::IndexMap;

use super::Value;

/// Maximum nesting depth of values. Heat fails at about this depth too, when Python's stack is exhausted.
pub const MAX_DEPTH: usize = 480;

/// Items in order, compared as they are written. Copies share them until one of the copies is changed.
///
/// ```
/// use heat_model::Value;
///
/// let mut value = Value::from(vec![1, 2]);
/// let copy = value.clone();
/// let Value::List(items) = &mut value else { unreachable!() };
/// items.push("three".into());
/// assert_eq!((value.to_string().as_str(), copy.to_string().as_str()), ("[1, 2, \"three\"]", "[1, 2]"));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct List(Arc<Vec<Value>>);

/// Names with values, in source order, compared regardless of it. Copies share them until one of the copies is changed.
///
/// ```
/// use heat_model::value::Map;
///
/// let mut labels: Map = [("tier".to_owned(), "web".into())].into_iter().collect();
/// labels.insert("zone".to_owned(), "b".into());
/// assert_eq!(labels["zone"].as_str(), Some("b"));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Map(Arc<IndexMap<String, Value>>);

impl List {
    /// The items, copied if another list shares them.
    #[must_use]
    pub fn into_inner(mut self) -> Vec<Value> {
        std::mem::take(Arc::make_mut(&mut self.0))
    }
}

impl Map {
    /// The entries, copied if another map shares them.
    #[must_use]
    pub fn into_inner(mut self) -> IndexMap<String, Value> {
        std::mem::take(Arc::make_mut(&mut self.0))
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if let Some(items) = Arc::get_mut(&mut self.0) {
            drop_flat(items.iter_mut());
        }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        if let Some(entries) = Arc::get_mut(&mut self.0) {
            drop_flat(entries.values_mut());
        }
    }
}

/// Drops the contents of `values`, so that dropping the values themselves does not recurse further.
fn drop_flat<'a>(values: impl Iterator<Item = &'a mut Value>) {
    let mut pending = Vec::new();
    take_containers(values, &mut pending);
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::List(items) => {
                if let Some(items) = Arc::get_mut(&mut items.0) {
                    take_containers(items.iter_mut(), &mut pending);
                }
            }
            Value::Map(entries) => {
                if let Some(entries) = Arc::get_mut(&mut entries.0) {
                    take_containers(entries.values_mut(), &mut pending);
                }
            }
            _ => {}
        }
    }
}

/// Moves the values that contain containers to `pending`. Values that contain only scalars can be dropped directly.
fn take_containers<'a>(values: impl Iterator<Item = &'a mut Value>, pending: &mut Vec<Value>) {
    for value in values {
        let holds_containers = match value {
            Value::List(items) => items.iter().any(is_container),
            Value::Map(entries) => entries.values().any(is_container),
            _ => false,
        };
        if holds_containers {
            pending.push(std::mem::replace(value, Value::Null));
        }
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

/// Returns whether two values have the same structure, and `same` returns true for each pair of scalars in them. Maps are
/// compared regardless of order.
pub(super) fn equal(left: &Value, right: &Value, same: impl Fn(&Value, &Value) -> bool) -> bool {
    let mut pending = Vec::new();
    let mut next = Some((left, right));
    while let Some((left, right)) = next {
        match (left, right) {
            (Value::List(left), Value::List(right)) => {
                if left.len() != right.len() {
                    return false;
                }
                pending.extend(left.iter().zip(right.iter()));
            }
            (Value::Map(left), Value::Map(right)) => {
                if left.len() != right.len() {
                    return false;
                }
                for (key, value) in left {
                    let Some(other) = right.get(key) else { return false };
                    pending.push((value, other));
                }
            }
            _ if !same(left, right) => return false,
            _ => {}
        }
        next = pending.pop();
    }
    true
}

impl Value {
    /// Returns whether lists and maps are nested more than `levels` deep.
    #[must_use]
    pub fn is_deeper_than(&self, levels: usize) -> bool {
        let is_deeper =
            |value: &Self| levels.checked_sub(1).is_none_or(|levels| value.is_deeper_than(levels));
        match self {
            Self::List(items) => items.iter().any(is_deeper),
            Self::Map(map) => map.values().any(is_deeper),
            _ => false,
        }
    }
}

/// A value inside `depth` containers, so that writing it can stop before the stack overflows.
#[derive(Clone, Copy)]
pub(super) struct AtDepth<'a> {
    pub(super) value: &'a Value,
    depth: usize,
}

impl<'a> AtDepth<'a> {
    pub(super) fn top(value: &'a Value) -> Self {
        Self { value, depth: 0 }
    }

    pub(super) fn below(self, value: &'a Value) -> Self {
        Self { value, depth: self.depth + 1 }
    }

    /// Returns whether the value is nested deeper than any value that is read.
    pub(super) fn is_too_deep(self) -> bool {
        self.depth > MAX_DEPTH
    }
}

/// Formats the value as Rust's debug output, with `…` for values nested more than [`MAX_DEPTH`] levels deep.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AtDepth::top(self).fmt(f)
    }
}

impl fmt::Debug for AtDepth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = |value| self.below(value);
        match self.value {
            _ if self.is_too_deep() => f.write_str("…"),
            Value::Null => f.write_str("Null"),
            Value::Bool(flag) => f.debug_tuple("Bool").field(flag).finish(),
            Value::Integer(integer) => f.debug_tuple("Integer").field(integer).finish(),
            Value::Float(float) => f.debug_tuple("Float").field(float).finish(),
            Value::String(text) => f.debug_tuple("String").field(text).finish(),
            Value::List(items) => f.debug_list().entries(items.iter().map(below)).finish(),
            Value::Map(map) => {
                f.debug_map().entries(map.iter().map(|(key, value)| (key, below(value)))).finish()
            }
        }
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::List(self.clone()).fmt(f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::Map(self.clone()).fmt(f)
    }
}

impl Deref for List {
    type Target = Vec<Value>;

    fn deref(&self) -> &Vec<Value> {
        &self.0
    }
}

impl DerefMut for List {
    fn deref_mut(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(&mut self.0)
    }
}

impl Deref for Map {
    type Target = IndexMap<String, Value>;

    fn deref(&self) -> &IndexMap<String, Value> {
        &self.0
    }
}

impl DerefMut for Map {
    fn deref_mut(&mut self) -> &mut IndexMap<String, Value> {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Vec<Value>> for List {
    fn from(items: Vec<Value>) -> Self {
        Self(Arc::new(items))
    }
}

impl From<IndexMap<String, Value>> for Map {
    fn from(entries: IndexMap<String, Value>) -> Self {
        Self(Arc::new(entries))
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl FromIterator<(String, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(entries: I) -> Self {
        IndexMap::from_iter(entries).into()
    }
}

impl IntoIterator for List {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_inner().into_iter()
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Map {
    type Item = (String, Value);
    type IntoIter = indexmap::map::IntoIter<String, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_inner().into_iter()
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a String, &'a Value);
    type IntoIter = indexmap::map::Iter<'a, String, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
