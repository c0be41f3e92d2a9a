//! Comparison of two sets of values.

/// Relation of the values that are accepted now to those that were accepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The constraint was added.
    Added,
    /// The constraint was removed.
    Removed,
    /// Fewer values are accepted.
    Narrowed,
    /// More values are accepted.
    Widened,
    /// Some values that were accepted are rejected and, unless this cannot be decided, the reverse.
    Incomparable,
}

impl Relation {
    /// Returns the relation for two facts: whether all values before are in the set after, and the reverse; `None` if both are
    /// true.
    #[must_use]
    pub fn of_inclusion(before_in_after: bool, after_in_before: bool) -> Option<Self> {
        match (before_in_after, after_in_before) {
            (true, true) => None,
            (true, false) => Some(Self::Widened),
            (false, true) => Some(Self::Narrowed),
            (false, false) => Some(Self::Incomparable),
        }
    }
}
