//! The methods of a resource type, by Heat's names.

use heat_model::Value;

use crate::life_cycle::handler::Handler;
use crate::life_cycle::{State, TemplateChanges};

/// A method that a resource type may define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hook {
    /// `handle_create` and so on.
    Handle(Handler),
    /// `handle_create_cancel` and so on.
    Cancel(Handler),
    /// `validate`
    Validate,
    /// `_resolve_attribute`
    Attribute,
    /// `_show_resource`
    Show,
    /// `get_reference_id`
    ReferenceId,
    /// `handle_restore`
    Restore,
    /// `handle_signal`
    Signal,
    /// `handle_preempt`
    Preempt,
    /// `needs_replace`, `needs_replace_failed`, `needs_replace_with_prop_diff`, `needs_replace_with_tmpl_diff`
    NeedsReplace,
    /// `prepare_for_replace`, `restore_prev_rsrc`
    PrepareForReplace,
    /// `get_live_state`
    LiveState,
}

/// The call of a handler. Properties are as Heat has read them; those of a resource that exists are as they were stored.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Call<'c> {
    /// `handle_create`
    Create {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_update`
    Update {
        /// The old properties.
        before: &'c Value,
        /// The new ones.
        after: &'c Value,
        /// The names of those that differ, all of which can be updated in place.
        changed: &'c [String],
        /// What differs in the definition.
        template_changes: &'c TemplateChanges,
    },
    /// `handle_delete`
    Delete {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_snapshot_delete`
    SnapshotDelete {
        /// The state before.
        before: State,
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_suspend`
    Suspend {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_resume`
    Resume {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_check`
    Check {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_snapshot`
    Snapshot {
        /// The properties.
        properties: &'c Value,
    },
    /// `handle_delete_snapshot`
    DeleteSnapshot {
        /// The snapshot.
        snapshot: &'c Value,
    },
    /// `handle_adopt`
    Adopt {
        /// What is adopted.
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
