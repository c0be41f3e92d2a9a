//! Limits of an evaluation, and the values that it gets from its caller.

/// Limits of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of items in a collection if a function accepts any iterable. Heat's `limit_iterators`.
    pub iterators: Option<usize>,
    /// Maximum size of a value in bytes, as `CPython` measures it; 0 for no limit. Heat's `memory_quota`.
    pub memory_quota: u64,
    /// Maximum number of steps in an evaluation.
    pub steps: u64,
    /// Maximum total number of bytes of text that an evaluation may create.
    pub total_memory: u64,
    /// Maximum depth of nested calls, in frames of `CPython`.
    pub depth: u32,
}

impl Default for Limits {
    /// Heat's defaults, and additional limits that keep every evaluation below one second.
    fn default() -> Self {
        Self {
            iterators: Some(200),
            memory_quota: 10_000,
            steps: 400_000,
            total_memory: 32 << 20,
            depth: 980,
        }
    }
}

/// Source of random numbers, the current time and the time zone. Without a value, a result that depends on it is undecided.
pub trait Environment {
    /// Returns a random number from 0 up to, but not including, 1.
    fn random(&self) -> Option<f64> {
        None
    }

    /// Returns the current time, in microseconds since 1970-01-01 in UTC.
    fn now(&self) -> Option<i64> {
        None
    }

    /// Returns the offset of the local time from UTC, in seconds.
    fn local_offset(&self) -> Option<i64> {
        None
    }
}

/// Environment that provide no values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoSurroundings;

impl Environment for NoSurroundings {}

/// Settings for the evaluation of an expression.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// Limits of the evaluation.
    pub limits: Limits,
    /// Source of random numbers, the current time and the time zone.
    pub surroundings: &'s dyn Environment,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self { limits: Limits::default(), surroundings: &NoSurroundings }
    }
}
