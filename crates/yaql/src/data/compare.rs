//! Python's `==`, and the order of numbers.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use super::dict::Part;
use super::set::Members;
use super::{Dict, Int, Key, Val, View};
use crate::error::{Outcome, undecided};

thread_local! {
    /// Number of parts of values that have been compared or hashed since the last call of `take_work`.
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Counts parts of values that are compared or hashed. This also happens in maps, which have no access to the evaluation.
pub(super) fn count_work(parts: usize) {
    WORK.with(|work| work.set(work.get().saturating_add(parts)));
}

/// Returns the number of counted parts, and resets it.
pub(crate) fn take_work() -> usize {
    WORK.take()
}

/// Returns whether two values are equal.
///
/// # Errors
/// If one of them is unknown.
pub(crate) fn equal(left: &Val, right: &Val) -> Outcome<bool> {
    Ok(match (left, right) {
        (Val::Unknown, _) | (_, Val::Unknown) => return Err(undecided()),
        (Val::Null, Val::Null) | (Val::NoValue, Val::NoValue) => true,
        (Val::Str(left), Val::Str(right)) => left == right,
        (Val::Bool(_) | Val::Int(_) | Val::Float(_), Val::Bool(_) | Val::Int(_) | Val::Float(_)) => {
            numbers(left, right) == Some(Ordering::Equal)
        }
        (Val::List(left), Val::List(right)) => {
            if Rc::ptr_eq(left, right) {
                return Ok(true);
            }
            if left.is_tuple != right.is_tuple || left.items.len() != right.items.len() {
                return Ok(false);
            }
            count_work(left.items.len());
            for (left, right) in left.items.iter().zip(&right.items) {
                if !equal(left, right)? {
                    return Ok(false);
                }
            }
            true
        }
        (Val::Dict(left), Val::Dict(right)) => Rc::ptr_eq(left, right) || dicts(left, right)?,
        (Val::Set(_) | Val::View(_), Val::Set(_) | Val::View(_)) => match (members(left), members(right)) {
            (Some(left), Some(right)) => left.len() == right.len() && left.is_subset(&right),
            _ => same_view(left, right),
        },
        (Val::Iter(left), Val::Iter(right)) => left.is(right),
        (Val::Ordered(left), Val::Ordered(right)) => Rc::ptr_eq(left, right),
        (Val::Rule(left), Val::Rule(right)) => Rc::ptr_eq(left, right),
        (Val::Context(left), Val::Context(right)) => Rc::ptr_eq(left, right),
        (Val::Lambda(left), Val::Lambda(right)) => Rc::ptr_eq(left, right),
        (Val::Node(left), Val::Node(right)) => Arc::ptr_eq(left, right),
        (Val::Regex(left), Val::Regex(right)) => left.source == right.source && left.flags == right.flags,
        (Val::DateTime(left), Val::DateTime(right)) => left.compare(right) == Some(Ordering::Equal),
        (Val::TimeSpan(left), Val::TimeSpan(right)) => left == right,
        _ => false,
    })
}

fn dicts(left: &Dict, right: &Dict) -> Outcome<bool> {
    if left.entries.len() != right.entries.len() {
        return Ok(false);
    }
    count_work(left.entries.len());
    for (key, value) in &left.entries {
        match right.entries.get(key) {
            Some(other) if equal(value, other)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn same_view(left: &Val, right: &Val) -> bool {
    match (left, right) {
        (Val::View(left), Val::View(right)) => left.part == right.part && Rc::ptr_eq(&left.dict, &right.dict),
        _ => false,
    }
}

/// Members of a value that is a set in Python; `None` if it is not a set, or has members that cannot be hashed.
pub(crate) fn members(value: &Val) -> Option<Members> {
    match value {
        Val::Set(set) => Some(set.items.clone()),
        Val::View(View { dict, part: Part::Keys }) => Some(dict.entries.keys().cloned().collect()),
        Val::View(view @ View { part: Part::Items, .. }) => {
            let items = (0..view.dict.entries.len()).filter_map(|index| view.get(index));
            items.map(|item| Key::new(item.ok()?).ok()).collect()
        }
        _ => None,
    }
}

/// Compares two numbers exactly; `None` if one is NaN or not a number.
pub(crate) fn numbers(left: &Val, right: &Val) -> Option<Ordering> {
    match (left, right) {
        (Val::Float(left), Val::Float(right)) => left.partial_cmp(right),
        (Val::Float(left), right) => right.as_int()?.compare_float(*left).map(Ordering::reverse),
        (left, Val::Float(right)) => left.as_int()?.compare_float(*right),
        (left, right) => {
            let (left, right): (Int, Int) = (left.as_int()?, right.as_int()?);
            Some(left.cmp(&right))
        }
    }
}
