//! Counts steps in tests, to check that the work grows linearly with the number of values or names and not
//! quadratically. The counts are the same on every machine. Only the feature `count-steps` counts; it is for
//! the tests of this crate and of the crates that build on it.

#[cfg(feature = "count-steps")]
pub use counted::{count, step};

/// A comparison of two things, or the creation of a look-up key.
#[cfg(not(feature = "count-steps"))]
#[inline(always)]
pub const fn step() {}

#[cfg(feature = "count-steps")]
mod counted {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    /// See above.
    pub fn step() {
        STEPS.set(STEPS.get() + 1);
    }

    /// The number of steps that some work takes, and its result.
    pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
        let before = STEPS.get();
        let result = work();
        (STEPS.get() - before, result)
    }
}
