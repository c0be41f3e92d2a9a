//! Collections that are sorted by one field after the other when their first item is needed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::data::Val;
use crate::data::iter::Cursor;
use crate::data::truth::is_true;
use crate::error::Outcome;
use crate::run::{Context, Lambda, Run, delegate};

/// A collection to be sorted. `thenBy` adds fields to it.
pub(crate) struct Ordered {
    collection: Val,
    /// Context in which the operators are looked up, because `def` can replace them.
    context: Rc<Context>,
    fields: RefCell<Vec<(Rc<Lambda>, bool)>>,
    sorted: RefCell<Option<Rc<Vec<Val>>>>,
    depth: Cell<u32>,
}

/// Minimum length for merge sort. Shorter collections are sorted by insertion, as in Python.
const SHORT: usize = 64;

impl Ordered {
    pub(crate) fn new(collection: Val, context: Rc<Context>) -> Self {
        let depth = Cell::new(collection.depth().max(context.depth()) + 1);
        Self { collection, context, fields: RefCell::default(), sorted: RefCell::default(), depth }
    }

    pub(crate) fn add(&self, selector: Rc<Lambda>, is_ascending: bool) {
        self.depth.set(self.depth.get().max(selector.depth() + 1));
        self.fields.borrow_mut().push((selector, is_ascending));
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// Returns the sorted items. They are sorted only once, even if fields are added later.
    pub(crate) fn sorted(&self, run: &Run<'_>) -> Outcome<Rc<Vec<Val>>> {
        if let Some(sorted) = &*self.sorted.borrow() {
            return Ok(sorted.clone());
        }
        let items = Cursor::new(&self.collection)?.collect(run)?;
        let sorted = Rc::new(sort(items, &mut |left, right| self.is_less(run, left, right))?);
        *self.sorted.borrow_mut() = Some(sorted.clone());
        Ok(sorted)
    }

    fn is_less(&self, run: &Run<'_>, left: &Val, right: &Val) -> Outcome<bool> {
        let fields = self.fields.borrow().clone();
        for (selector, is_ascending) in fields {
            let (left, right) = (selector.call1(run, left)?, selector.call1(run, right)?);
            let operator = |name: &str| {
                let result = delegate(run, &self.context, name, vec![left.clone(), right.clone()])?;
                is_true(&result)
            };
            if operator("#operator_<")? {
                return Ok(is_ascending);
            }
            if operator("#operator_>")? {
                return Ok(!is_ascending);
            }
        }
        Ok(false)
    }
}

type Less<'l> = dyn FnMut(&Val, &Val) -> Outcome<bool> + 'l;

/// Sorts items with a stable sort whose comparisons can fail.
fn sort(items: Vec<Val>, is_less: &mut Less<'_>) -> Outcome<Vec<Val>> {
    if items.len() < SHORT {
        return insertion_sort(items, is_less);
    }
    let mut left = items;
    let right = left.split_off(left.len() / 2);
    let (left, right) = (sort(left, is_less)?, sort(right, is_less)?);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        let from_right = is_less(second, first)?;
        merged.extend(if from_right { right.next() } else { left.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// Sorts items by insertion. Initial items that are in ascending or descending order are kept as a sorted run, and each further
/// item is inserted by bisection.
fn insertion_sort(mut items: Vec<Val>, is_less: &mut Less<'_>) -> Outcome<Vec<Val>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let is_descending = is_less(&items[1], &items[0])?;
    let mut run = 2;
    while run < items.len() && is_less(&items[run], &items[run - 1])? == is_descending {
        run += 1;
    }
    if is_descending {
        items[..run].reverse();
    }
    for index in run..items.len() {
        let (mut low, mut high) = (0, index);
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_less(&items[index], &items[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=index].rotate_right(1);
    }
    Ok(items)
}
