//! The changes of an update, and their effect on the resource.
//!
//! [`Properties::changes`](crate::Properties::changes) and
//! [`StoredProperties::changes`](crate::StoredProperties::changes) return [`Changes`], with a [`Decision`]
//! and the properties that caused it. The effect of changing a single property is its [`UpdateBehaviour`].

use std::fmt::{Debug, Display, Formatter};

pub use heat_model::update::{Decision, UpdateBehaviour};

/// The changes of an update.
///
/// `P` is the enum of all properties, `U` that of the properties that can be updated in place: a `match` on
/// the latter lists exactly what an update has to handle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes<P, U> {
    /// The properties that differ, in schema order.
    pub changed: Vec<P>,
    /// The changed properties that can be updated in place. If the [`decision`](Self::decision) is `InPlace`, these are all of
    /// them.
    pub in_place: Vec<U>,
    /// The changed properties that cannot be changed: the reason if the update is refused.
    pub refused: Vec<P>,
    /// The effect on the resource.
    pub decision: Decision,
}

impl<P, U> Changes<P, U> {
    /// Returns whether no property differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

impl<P: PartialEq, U> Changes<P, U> {
    /// Returns whether this property differs.
    #[must_use]
    pub fn contains(&self, property: &P) -> bool {
        self.changed.contains(property)
    }
}

/// The properties that can be updated in place: the derived enum `Updatable`.
pub trait Updatable: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// All updatable properties, in schema order.
    const ALL: &'static [Self];
}

/// The `Updatable` of types without properties that can be updated in place. It has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotUpdatable {}

impl Display for NotUpdatable {
    fn fmt(&self, _: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl Updatable for NotUpdatable {
    const ALL: &'static [Self] = &[];
}
