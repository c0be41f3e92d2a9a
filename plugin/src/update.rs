//! What an update changes, and what that means for the resource.
//!
//! [`Properties::changes`](crate::Properties::changes) and
//! [`StoredProperties::changes`](crate::StoredProperties::changes) give [`Changes`], with a [`Decision`] and the properties
//! that brought it about. What the change of a single property does is its [`UpdateBehaviour`].

use std::fmt::{Debug, Display, Formatter};

pub use heat_model::update::{Decision, UpdateBehaviour};

/// What an update changes.
///
/// `P` is the enum of all properties, `U` that of those that can be updated in place: a `match` on the latter names what
/// an update has to deal with, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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

/// The properties that can be updated in place: the derived enum `Updatable`.
pub trait Updatable: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// All of them, in schema order.
    const ALL: &'static [Self];
}

/// What types have in place of an enum `Updatable` none of whose properties can be updated in place. There is no value.
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
