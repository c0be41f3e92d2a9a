//! Counts steps in tests, to check that the work grows linearly with the number of values or names and not
//! quadratically. The counts are the same on every machine. Only a build with debug assertions counts: a feature would compile this
//! crate, and all that build on it, once with and once without it.

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

/// The number of steps that some work takes, and its result. Without debug assertions, the number is 0.
pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = STEPS.get();
    let result = work();
    (STEPS.get() - before, result)
}
