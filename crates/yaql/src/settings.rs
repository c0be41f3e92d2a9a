//! What an evaluation may use, and what it asks its caller.

/// The limits of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many items a collection may have where a function takes any iterable. Heat's `limit_iterators`.
    pub iterators: Option<usize>,
    /// How many bytes a value may have, as `CPython` counts them; 0 for any number. Heat's `memory_quota`.
    pub memory_quota: u64,
    /// How many steps an evaluation may take.
    pub steps: u64,
    /// How many bytes of text an evaluation may make altogether.
    pub total_memory: u64,
    /// How deep calls may be nested, in frames of `CPython`.
    pub depth: u32,
}

impl Default for Limits {
    /// The defaults of Heat, and limits of our own with which nothing takes longer than a second.
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

/// Where chance, the clock and the time zone come from. Without an answer, a result that depends on it is undecided.
pub trait Surroundings {
    /// A number from 0 up to, but not including, 1.
    fn random(&self) -> Option<f64> {
        None
    }

    /// The time, in microseconds from 1970-01-01 in UTC.
    fn now(&self) -> Option<i64> {
        None
    }

    /// How far the local time is ahead of UTC, in seconds.
    fn local_offset(&self) -> Option<i64> {
        None
    }
}

/// Surroundings that answer nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoSurroundings;

impl Surroundings for NoSurroundings {}

/// How an expression is evaluated.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// What an evaluation may use.
    pub limits: Limits,
    /// What an evaluation asks of what is around it.
    pub surroundings: &'s dyn Surroundings,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self { limits: Limits::default(), surroundings: &NoSurroundings }
    }
}
