//! Why a request was not successful, and whether repeating it may help.

use std::fmt;
use std::time::Duration;

/// Why a request was not successful. The text contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What happened, and with which service.
    pub message: String,
    /// When the request may be repeated.
    pub repeat: Repeat,
    /// The status code, if there was an answer.
    pub status: Option<u16>,
}

/// When a request that failed may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// A moment later: the service was not reachable, was overloaded or failed. It may have said how long to wait.
    Soon(Option<Duration>),
    /// Not with the same content: the service refused the request, or the request is invalid.
    Later,
}

impl Failure {
    /// A failure that may be over a moment later.
    pub(crate) fn soon(message: impl Into<String>) -> Self {
        Self { message: message.into(), repeat: Repeat::Soon(None), status: None }
    }

    /// A failure that the same request meets again.
    pub(crate) fn later(message: impl Into<String>) -> Self {
        Self { message: message.into(), repeat: Repeat::Later, status: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
