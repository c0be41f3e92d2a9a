//! The two sides of a comparison.

/// A side of a comparison: the old or the new catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The old catalogue.
    Before,
    /// The new catalogue.
    After,
}
