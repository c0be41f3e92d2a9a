//! How two sets of values compare.

/// How what is accepted now stands to what was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// There was no such constraint.
    Added,
    /// There is no longer such a constraint.
    Removed,
    /// Less is accepted.
    Narrowed,
    /// More is accepted.
    Widened,
    /// Some values that were accepted are refused, and, unless this cannot be decided, the reverse.
    Incomparable,
}

impl Relation {
    /// The relation by whether all of before is in after, and all of after in before; none where both are.
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
