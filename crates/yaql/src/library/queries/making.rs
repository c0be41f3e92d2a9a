//! Functions that create collections.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::COLLECTION;
use crate::data::iter::{Cursor, Source};
use crate::data::set::Members;
use crate::data::size::{grown_list, set_of};
use crate::data::truth::is_true;
use crate::data::{Int, IterRef, Key, Val};
use crate::error::{Outcome, value_error};
use crate::library::spec::{Default, Overload, Parameter, Type, function, method, p};
use crate::run::{Call, Lambda, Run};

const INITIAL: Parameter = p("initial", Type::Any);
const PRODUCER: Parameter = p("producer", Type::Lambda);
const SELECTOR: Parameter = p("selector", Type::Lambda).optional();
const DECYCLE: Parameter = p("decycle", Type::Bool).or(Default::Bool(false));

pub(crate) static FUNCTIONS: &[Overload] = &[
    function("range", &[p("stop", Type::Int)], range)
        .doc("The numbers from 0 up to, but not including, one.")
        .example("range(3)", "[0, 1, 2]"),
    function(
        "range",
        &[p("start", Type::Int), p("stop", Type::Int), p("step", Type::Int).or(Default::Int(1))],
        range_between,
    )
    .doc("The numbers from one up to, but not including, another.")
    .example("range(5, 0, -2)", "[5, 3, 1]"),
    function(
        "sequence",
        &[p("start", Type::Int).or(Default::Int(0)), p("step", Type::Int).or(Default::Int(1))],
        sequence,
    )
    .doc("All numbers from one on.")
    .example("sequence(1, 2).limit(3)", "[1, 3, 5]"),
    method("repeat", &[p("value", Type::Any), p("times", Type::Int).or(Default::Int(-1))], repeat)
        .keeps_unknown()
        .doc("A value several times; without end if the number is negative.")
        .example("a.repeat(2)", "[\"a\", \"a\"]"),
    method("cycle", &[COLLECTION], cycle)
        .doc("The items again and again.")
        .example("[1, 2].cycle().limit(5)", "[1, 2, 1, 2, 1]"),
    method("memorize", &[COLLECTION], memorize)
        .doc("An iterator whose items can be read several times.")
        .example("let(range(2).memorize()) -> [$1.len(), $1.len()]", "[2, 2]"),
    function("generate", &[INITIAL, p("predicate", Type::Lambda), PRODUCER, SELECTOR, DECYCLE], generate)
        .doc("Values that each follow from the one before, while a condition is true.")
        .example("generate(1, $ < 20, $ * 3)", "[1, 3, 9]"),
    function(
        "generateMany",
        &[INITIAL, PRODUCER, SELECTOR, DECYCLE, p("depthFirst", Type::Bool).or(Default::Bool(false))],
        generate_many,
    )
    .doc("A value, the values that follow from it, those that follow from them, and so on.")
    .example("generateMany(1, switch($ < 4 => [$ * 2, $ * 2 + 1], true => []))", "[1, 2, 3, 4, 5, 6, 7]"),
];

fn counting(mut number: Int, step: Int, is_over: impl Fn(&Int) -> bool + 'static) -> Outcome<Val> {
    Val::iter(0, move |_: &Run<'_>| {
        if is_over(&number) {
            return Ok(None);
        }
        let next = number.add(&step);
        Ok(Some(Val::Int(std::mem::replace(&mut number, next))))
    })
}

fn range(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let stop = call.int(0)?;
    counting(Int::ZERO, Int::Small(1), move |number| *number >= stop)
}

fn range_between(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (start, end, step) = (call.int(0)?, call.int(1)?, call.int(2)?);
    if step.is_zero() {
        return Err(value_error("range() arg 3 must not be zero"));
    }
    let is_negative = step.is_negative();
    counting(start, step, move |number| if is_negative { *number <= end } else { *number >= end })
}

fn sequence(call: &mut Call<'_, '_>) -> Outcome<Val> {
    counting(call.int(0)?, call.int(1)?, |_| false)
}

fn repeat(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let times = call.clamped(1)?;
    let depth = call.depth();
    let value = call.take(0);
    let mut left = u64::try_from(times).ok();
    Val::iter(depth, move |_: &Run<'_>| {
        if let Some(left) = &mut left {
            if *left == 0 {
                return Ok(None);
            }
            *left -= 1;
        }
        Ok(Some(value.clone()))
    })
}

fn cycle(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let mut cursor = Some(call.cursor(0)?);
    let mut items: Vec<Val> = Vec::new();
    let mut at = 0;
    Val::iter(call.depth(), move |run: &Run<'_>| {
        if let Some(first) = &mut cursor {
            if let Some(item) = first.next(run)? {
                items.push(item.clone());
                return Ok(Some(item));
            }
            cursor = None;
        }
        let item = items.get(at).cloned();
        at = if at + 1 < items.len() { at + 1 } else { 0 };
        Ok(item)
    })
}

fn memorize(call: &mut Call<'_, '_>) -> Outcome<Val> {
    remembered(call.run, call.arg(0))
}

/// Iterator that stores the items that it has returned, for all readers.
struct Memory {
    items: Rc<RefCell<Vec<Val>>>,
    source: IterRef,
    at: usize,
}

impl Source for Memory {
    fn next(&mut self, run: &Run<'_>) -> Outcome<Option<Val>> {
        if let Some(item) = self.items.borrow().get(self.at) {
            self.at += 1;
            return Ok(Some(item.clone()));
        }
        let Some(item) = self.source.next(run)? else { return Ok(None) };
        let mut items = self.items.borrow_mut();
        items.push(item.clone());
        self.at += 1;
        run.check_bytes(grown_list(items.len()))?;
        Ok(Some(item))
    }

    fn restarted(&self) -> Option<Box<dyn Source>> {
        Some(Box::new(Self { items: self.items.clone(), source: self.source.clone(), at: 0 }))
    }
}

/// Creates an iterator that starts again for every reader. Other collections are returned unchanged.
pub(crate) fn remembered(_: &Run<'_>, value: &Val) -> Outcome<Val> {
    match value {
        Val::Iter(source) => {
            Val::iter(value.depth(), Memory { items: Rc::default(), source: source.clone(), at: 0 })
        }
        other => Ok(other.clone()),
    }
}

/// Values that have occurred; `None` if duplicates are allowed.
struct Past(Option<Members>);

impl Past {
    fn new(decycle: bool) -> Self {
        Self(decycle.then(Members::new))
    }

    /// Adds a value. Returns whether it is new.
    fn add(&mut self, run: &Run<'_>, value: &Val) -> Outcome<bool> {
        let Some(known) = &mut self.0 else { return Ok(true) };
        let is_new = known.insert(Key::new(value.clone())?);
        run.check_bytes(set_of(known.len()))?;
        Ok(is_new)
    }
}

fn selected(run: &Run<'_>, selector: Option<&Rc<Lambda>>, value: &Val) -> Outcome<Val> {
    match selector {
        Some(selector) => selector.call1(run, value),
        None => Ok(value.clone()),
    }
}

fn generate(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (predicate, producer, selector) = (call.lambda(1)?, call.lambda(2)?, call.optional_lambda(3)?);
    let mut past = Past::new(call.is_true(4)?);
    let depth = call.depth();
    let mut value = call.take(0);
    let mut is_first = true;
    let mut is_over = false;
    Val::iter(depth, move |run: &Run<'_>| {
        if is_over {
            return Ok(None);
        }
        if !is_first {
            value = producer.call1(run, &value)?;
        }
        is_first = false;
        is_over = !is_true(&predicate.call1(run, &value)?)? || !past.add(run, &value)?;
        if is_over {
            return Ok(None);
        }
        selected(run, selector.as_ref(), &value).map(Some)
    })
}

fn generate_many(call: &mut Call<'_, '_>) -> Outcome<Val> {
    let (producer, selector) = (call.lambda(1)?, call.optional_lambda(2)?);
    let mut past = Past::new(call.is_true(3)?);
    let is_depth_first = call.is_true(4)?;
    let depth = call.depth();
    let mut queue = VecDeque::from([call.take(0)]);
    let mut current: Option<Val> = None;
    Val::iter(depth, move |run: &Run<'_>| {
        if let Some(item) = current.take() {
            extend(run, &mut queue, &producer.call1(run, &item)?, is_depth_first)?;
        }
        while let Some(item) = queue.pop_front() {
            if !past.add(run, &item)? {
                continue;
            }
            let result = selected(run, selector.as_ref(), &item)?;
            current = Some(item);
            return Ok(Some(result));
        }
        Ok(None)
    })
}

fn extend(run: &Run<'_>, queue: &mut VecDeque<Val>, produced: &Val, is_depth_first: bool) -> Outcome<()> {
    let mut cursor = Cursor::new(produced)?;
    let before = queue.len();
    while let Some(item) = cursor.next(run)? {
        queue.push_back(item);
    }
    if is_depth_first {
        queue.rotate_left(before);
    }
    // A deque has blocks of 64 items.
    run.check_bytes(96 + 528 * (queue.len() as u64 / 64 + 1))
}
