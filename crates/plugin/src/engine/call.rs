//! The methods of a resource type, by Heat's names.

use heat_model::Value;

use crate::life_cycle::handler::Handler;
use crate::life_cycle::{State, TemplateChanges};

/// A method that a resource type may define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hook {
    /// A handler, such as `handle_create`.
    Handle(Handler),
    /// The method that cancels a handler, such as `handle_create_cancel`.
    Cancel(Handler),
    /// The method `validate`.
    Validate,
    /// The method `_resolve_attribute`.
    Attribute,
    /// The method `_show_resource`.
    Show,
    /// The method `get_reference_id`.
    ReferenceId,
    /// The method `handle_restore`.
    Restore,
    /// The method `handle_signal`.
    Signal,
    /// The method `handle_preempt`.
    Preempt,
    /// The methods `needs_replace`, `needs_replace_failed`, `needs_replace_with_prop_diff` and `needs_replace_with_tmpl_diff`.
    NeedsReplace,
    /// The methods `prepare_for_replace` and `restore_prev_rsrc`.
    PrepareForReplace,
    /// The method `get_live_state`.
    LiveState,
}

/// A call of a handler. Properties are as Heat has read them; those of an existing resource are the stored ones.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Call<'c> {
    /// A call of `handle_create`.
    Create {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_update`.
    Update {
        /// The old properties.
        before: &'c Value,
        /// The new properties.
        after: &'c Value,
        /// The names of the properties that differ, all of which can be updated in place.
        changed: &'c [String],
        /// The changes in the resource's definition.
        template_changes: &'c TemplateChanges,
    },
    /// A call of `handle_delete`.
    Delete {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_snapshot_delete`.
    SnapshotDelete {
        /// The state before the deletion.
        before: State,
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_suspend`.
    Suspend {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_resume`.
    Resume {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_check`.
    Check {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_snapshot`.
    Snapshot {
        /// The properties.
        properties: &'c Value,
    },
    /// A call of `handle_delete_snapshot`.
    DeleteSnapshot {
        /// The snapshot.
        snapshot: &'c Value,
    },
    /// A call of `handle_adopt`.
    Adopt {
        /// The existing resource to adopt.
        existing: &'c Value,
    },
}

impl Call<'_> {
    /// The handler that is called.
    #[must_use]
    pub fn handler(&self) -> Handler {
        match self {
            Self::Create { .. } => Handler::Create,
            Self::Update { .. } => Handler::Update,
            Self::Delete { .. } => Handler::Delete,
            Self::SnapshotDelete { .. } => Handler::SnapshotDelete,
            Self::Suspend { .. } => Handler::Suspend,
            Self::Resume { .. } => Handler::Resume,
            Self::Check { .. } => Handler::Check,
            Self::Snapshot { .. } => Handler::Snapshot,
            Self::DeleteSnapshot { .. } => Handler::DeleteSnapshot,
            Self::Adopt { .. } => Handler::Adopt,
        }
    }
}
