//! Steps of the work that grows with a schema, counted in tests: a test that what takes time grows with the number of
//! values or names, and not with its square, compares counts. They are the same on every machine. Only the feature
//! `count-steps` counts; it is for the tests of this crate and of those that build on it.

#[cfg(feature = "count-steps")]
pub use counted::{count, step};

/// A comparison of two things, or a description of one by which it is looked up.
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

    /// How many steps some work takes, and its result.
    pub fn count<T>(work: impl FnOnce() -> T) -> (u64, T) {
        let before = STEPS.get();
        let result = work();
        (STEPS.get() - before, result)
    }
}
