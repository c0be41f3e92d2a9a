//! What an update changes.

use heat_model::update::Decision;

/// What an update changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes<P> {
    /// The properties that differ, in schema order.
    pub changed: Vec<P>,
    /// Those of them that cannot be changed: why the update is refused, if it is.
    pub refused: Vec<P>,
    /// What that means for the resource.
    pub decision: Decision,
}

impl<P> Changes<P> {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

impl<P: PartialEq> Changes<P> {
    /// Whether this property differs.
    #[must_use]
    pub fn contains(&self, property: &P) -> bool {
        self.changed.contains(property)
    }
}
