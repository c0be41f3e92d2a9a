//! The two sides of a comparison.

/// One of the two catalogues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The old catalogue.
    Before,
    /// The new catalogue.
    After,
}
