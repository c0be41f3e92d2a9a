//! Outcome of an update for a resource, based on the changed properties.

use std::fmt;

use indexmap::IndexMap;

use crate::PropertySchema;
use crate::evaluate::Resolved;

/// Effect of changing a property on the resource. The schema language has no other, so a `match` can be exhaustive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UpdateBehaviour {
    /// The resource is updated in place (`update_allowed`).
    InPlace,
    /// The resource is replaced by a new one.
    Replace,
    /// The update is refused (`immutable`).
    Refused,
}

impl PropertySchema {
    /// Effect of changing the property, if it is at the top.
    #[must_use]
    pub fn update_behaviour(&self) -> UpdateBehaviour {
        if self.immutable {
            UpdateBehaviour::Refused
        } else if self.update_allowed {
            UpdateBehaviour::InPlace
        } else {
            UpdateBehaviour::Replace
        }
    }
}

/// The outcome of an update.
///
/// Code that updates a resource has to handle each outcome, so a `match` can be exhaustive: if Heat adds
/// another one, the compiler should point at that code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Nothing changed.
    NoChange,
    /// The resource is updated in place.
    InPlace,
    /// The resource is replaced by a new one.
    Replace,
    /// The update is refused: an immutable property changed. This takes precedence over replacement.
    Refused,
}

/// A description: `replaced`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoChange => "unchanged",
            Self::InPlace => "updated in place",
            Self::Replace => "replaced",
            Self::Refused => "refused",
        })
    }
}

/// A description: `replaces the resource`.
impl fmt::Display for UpdateBehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InPlace => "updates in place",
            Self::Replace => "replaces the resource",
            Self::Refused => "is refused",
        })
    }
}

/// The properties that an update changes, and the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The positions of the changed properties, in schema order.
    pub changed: Vec<usize>,
    /// The outcome.
    pub decision: Decision,
}

impl Changes {
    /// Returns the changes for the positions of the changed properties.
    #[must_use]
    pub fn of(properties: &IndexMap<String, PropertySchema>, changed: Vec<usize>) -> Self {
        Self::with(changed, |position| Some(properties.get_index(position)?.1.update_behaviour()))
    }

    pub(super) fn with(changed: Vec<usize>, behaviour: impl Fn(usize) -> Option<UpdateBehaviour>) -> Self {
        let decision = match changed.iter().filter_map(|position| behaviour(*position)).max() {
            None => Decision::NoChange,
            Some(UpdateBehaviour::InPlace) => Decision::InPlace,
            Some(UpdateBehaviour::Replace) => Decision::Replace,
            Some(UpdateBehaviour::Refused) => Decision::Refused,
        };
        Self { changed, decision }
    }
}

/// Returns the changes between two readings with the same schema. Values are compared as Heat reads them: for an integer, `"5"`
/// is no change from `5`, and neither is `true` from `1` where both are allowed.
#[must_use]
pub fn changes(
    properties: &IndexMap<String, PropertySchema>,
    before: &[Resolved],
    after: &[Resolved],
) -> Changes {
    let changed =
        before.iter().zip(after).enumerate().filter(|(_, (before, after))| !before.python_eq(after));
    Changes::of(properties, changed.map(|(position, _)| position).collect())
}

/// The state of a resource, as Heat names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceState<'a> {
    /// `INIT`, `CREATE`, `UPDATE`, `CHECK`, `DELETE` and so on.
    pub action: &'a str,
    /// `IN_PROGRESS`, `COMPLETE` or `FAILED`.
    pub status: &'a str,
}

impl ResourceState<'_> {
    /// Returns whether any update of a resource in this state replaces it: one that failed, was deleted, or was never created.
    ///
    /// `previewed` is whether the update is only previewed (`check_init_complete=False`), where a resource
    /// that was never created is treated as one that will be. `replaces_after_check` is the type's
    /// `always_replace_on_check_failed`; for a plug-in that overrides `needs_replace_failed`,
    /// `replaces_failed` is its result.
    #[must_use]
    pub fn replaces(self, previewed: bool, replaces_after_check: bool, replaces_failed: bool) -> bool {
        match (self.action, self.status) {
            ("CHECK", "FAILED") => replaces_after_check || replaces_failed,
            (_, "FAILED") => replaces_failed,
            ("DELETE", "COMPLETE") => true,
            ("INIT", "COMPLETE") => !previewed,
            _ => false,
        }
    }
}
