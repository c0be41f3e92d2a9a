//! Actions of an update on a resource.

use heat_model::words;

/// Action of an update on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The resource does not change.
    Unchanged,
    /// The resource is created.
    Created,
    /// The resource is updated in place.
    Updated,
    /// The resource is replaced by a new one: the new one is created first, then the old one is deleted.
    Replaced,
    /// The resource is deleted.
    Deleted,
    /// Heat refuses the update at this resource.
    Refused,
}

words!(Action, "an action of an update", [
    Unchanged => "unchanged",
    Created => "created",
    Updated => "updated",
    Replaced => "replaced",
    Deleted => "deleted",
    Refused => "refused",
]);

impl Action {
    /// Returns whether resources that refer to this one get a new ID.
    #[must_use]
    pub(crate) const fn gives_new_id(self) -> bool {
        matches!(self, Self::Created | Self::Replaced)
    }

    /// Returns whether the old resource is removed.
    #[must_use]
    pub const fn removes(self) -> bool {
        matches!(self, Self::Replaced | Self::Deleted)
    }
}
