//! Errors of patterns that cannot be used.

use std::fmt;

/// Error of a pattern that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The message.
    pub message: String,
    /// `true` if Python rejects the pattern too; otherwise only this tool cannot run it.
    pub refused_by_python: bool,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}

/// Returns an error for a pattern that Python rejects too.
pub(super) fn refused(message: impl Into<String>) -> PatternError {
    PatternError { message: message.into(), refused_by_python: true }
}

/// Returns an error for a pattern that Python accepts, or may accept, but this tool does not.
#[must_use]
pub fn beyond(why: impl fmt::Display) -> PatternError {
    PatternError { message: format!("this tool cannot run it: {why}"), refused_by_python: false }
}
