//! The handlers of a resource type, by Heat's names.

use super::state::words;

words! {
    /// A handler that may leave something to be polled. Its word is the middle of Heat's names: `handle_create`,
    /// `handle_create_cancel`.
    Handler {
        /// `handle_create`
        Create = "create",
        /// `handle_update`
        Update = "update",
        /// `handle_delete`
        Delete = "delete",
        /// `handle_snapshot_delete`
        SnapshotDelete = "snapshot_delete",
        /// `handle_suspend`
        Suspend = "suspend",
        /// `handle_resume`
        Resume = "resume",
        /// `handle_check`
        Check = "check",
        /// `handle_snapshot`
        Snapshot = "snapshot",
        /// `handle_delete_snapshot`
        DeleteSnapshot = "delete_snapshot",
        /// `handle_adopt`
        Adopt = "adopt",
    }
}
