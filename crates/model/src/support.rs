//! Support status: when something was added, deprecated, hidden, or no longer supported.
//!
//! Follows Heat's support-status guide and `heat.engine.support`. Heat chains `previous_status` objects; here
//! the chain is a list, newest first, so that a deprecation adds one line.
//! [`ReleaseTable`](crate::ReleaseTable) maps versions to releases.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// The states of Heat's life cycle. Heat has no others, so a `match` can be exhaustive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// Heat's result for a status that it does not know.
    Unknown,
    /// In use and maintained.
    #[default]
    Supported,
    /// Works, but will be removed; there is a replacement.
    Deprecated,
    /// Available, not supported by the Heat team.
    Unsupported,
    /// Works for existing stacks, but is not shown.
    Hidden,
}

// In the order of the life cycle.
words!(Status, "a support status", [
    Unsupported => "UNSUPPORTED",
    Supported => "SUPPORTED",
    Deprecated => "DEPRECATED",
    Hidden => "HIDDEN",
    Unknown => "UNKNOWN",
]);

/// A step of a status history.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatusEntry {
    /// The new status; SUPPORTED if omitted.
    #[serde(default, skip_serializing_if = "is_supported")]
    pub status: Status,
    /// Release in which the status began, such as `2014.2` or `5.0.0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Reason for the status, and the replacement to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Resource type to which an update can change an existing resource of this type without replacing it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute_class: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_supported(status: &Status) -> bool {
    *status == Status::Supported
}

/// A status with its history, newest entry first. An empty history means always supported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SupportStatus {
    /// The entries, newest first.
    pub history: Vec<StatusEntry>,
}

impl SupportStatus {
    /// The current status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.current().map_or(Status::Supported, |entry| entry.status)
    }

    /// The newest entry.
    #[must_use]
    pub fn current(&self) -> Option<&StatusEntry> {
        self.history.first()
    }

    /// The version of the newest entry.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.current()?.version.as_deref()
    }

    /// The current message: that of the newest entry, or else of the previous step (an item that was hidden without a message
    /// keeps its deprecation message).
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.history
            .iter()
            .take_while(|entry| entry.status != Status::Supported)
            .find_map(|entry| entry.message.as_deref())
    }

    /// The message to show with the status: the current one, or the message of the newest entry if that is SUPPORTED.
    #[must_use]
    pub fn shown_message(&self) -> Option<&str> {
        self.message().or_else(|| self.current()?.message.as_deref())
    }

    /// The first release that has the item: the version of the oldest entry.
    #[must_use]
    pub fn since(&self) -> Option<&str> {
        self.history.last()?.version.as_deref()
    }

    /// Returns whether the item is HIDDEN and left out of all output.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.status() == Status::Hidden
    }

    /// Returns whether the history is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.history.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: (Status, Option<&str>, Option<&str>)) {
        let status: SupportStatus = serde_json::from_str(json).unwrap();
        assert_eq!((status.status(), status.since(), status.message()), expect, "{json}");
        if status.status() != Status::Supported {
            assert_eq!(status.shown_message(), status.message(), "{json}");
        }
    }

    #[test]
    fn the_newest_entry_is_current_and_the_oldest_has_the_first_version() {
        check("[]", (Status::Supported, None, None));
        check(r#"[{"version":"2013.1"}]"#, (Status::Supported, Some("2013.1"), None));
        check(
            r#"[{"status":"HIDDEN","version":"6.0.0"},{"status":"DEPRECATED","message":"Use port."},{"version":"5"}]"#,
            (Status::Hidden, Some("5"), Some("Use port.")),
        );
        // A message from when it was supported is not a reason for the deprecation.
        check(r#"[{"status":"HIDDEN"},{"message":"Fine."}]"#, (Status::Hidden, None, None));
    }
}
