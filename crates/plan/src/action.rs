//! Actions of an update on a resource.

use std::fmt;

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

impl Action {
    /// All actions.
    pub const ALL: [Self; 6] =
        [Self::Unchanged, Self::Created, Self::Updated, Self::Replaced, Self::Deleted, Self::Refused];

    /// The action as a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Replaced => "replaced",
            Self::Deleted => "deleted",
            Self::Refused => "refused",
        }
    }

    /// Whether resources that refer to this one get a new ID.
    #[must_use]
    pub(crate) const fn gives_new_id(self) -> bool {
        matches!(self, Self::Created | Self::Replaced)
    }

    /// Whether the old resource is removed.
    #[must_use]
    pub const fn removes(self) -> bool {
        matches!(self, Self::Replaced | Self::Deleted)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
