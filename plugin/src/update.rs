//! What an update changes.

use heat_model::update::Decision;

/// What an update changes.
///
/// `P` is the enum of all properties, `U` that of those that can be updated in place: a `match` on the latter names what
/// an update has to deal with, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes<P, U> {
    /// The properties that differ, in schema order.
    pub changed: Vec<P>,
    /// Those of them that can be updated in place. If the [`decision`](Self::decision) is `InPlace`, that is all.
    pub in_place: Vec<U>,
    /// Those of them that cannot be changed: why the update is refused, if it is.
    pub refused: Vec<P>,
    /// What that means for the resource.
    pub decision: Decision,
}

impl<P, U> Changes<P, U> {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

impl<P: PartialEq, U> Changes<P, U> {
    /// Whether this property differs.
    #[must_use]
    pub fn contains(&self, property: &P) -> bool {
        self.changed.contains(property)
    }
}
