//! The handlers of a resource type, by Heat's names.

use super::state::words;

words! {
    /// A handler, which may leave a pending action to poll. Its word is the middle of Heat's names: `handle_create`,
    /// `handle_create_cancel`.
    Handler {
        /// The handler `handle_create`.
        Create = "create",
        /// The handler `handle_update`.
        Update = "update",
        /// The handler `handle_delete`.
        Delete = "delete",
        /// The handler `handle_snapshot_delete`.
        SnapshotDelete = "snapshot_delete",
        /// The handler `handle_suspend`.
        Suspend = "suspend",
        /// The handler `handle_resume`.
        Resume = "resume",
        /// The handler `handle_check`.
        Check = "check",
        /// The handler `handle_snapshot`.
        Snapshot = "snapshot",
        /// The handler `handle_delete_snapshot`.
        DeleteSnapshot = "delete_snapshot",
        /// The handler `handle_adopt`.
        Adopt = "adopt",
    }
}
