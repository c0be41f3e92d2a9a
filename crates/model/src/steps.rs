//! Counts steps in tests, to check that the work grows linearly with the number of values or names and not quadratically. The
//! counts are the same on every machine. Steps are counted only in builds with debug assertions: with a feature, this crate and
//! its dependents would be compiled once with it and once without it.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts one step: a comparison of two things, or the creation of a look-up key. Costs nothing without debug assertions.
#[inline]
pub fn step() {
    if cfg!(debug_assertions) {
        STEPS.set(STEPS.get() + 1);
    }
}

/// Returns the number of steps that some work takes, and its result. Without debug assertions, the number is 0.
pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = STEPS.get();
    let result = work();
    (STEPS.get() - before, result)
}
