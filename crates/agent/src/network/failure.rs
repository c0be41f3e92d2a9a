//! Failures of requests, and whether to repeat them.

use std::fmt;
use std::time::Duration;

/// Failure of a request. The text contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Message with the error and the service.
    pub message: String,
    /// Time at which the request may be repeated.
    pub repeat: Repeat,
    /// Status code, if there was an answer.
    pub status: Option<u16>,
}

/// Time at which a failed request may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// A moment later: the service was not reachable, was overloaded or failed. It may have asked for a certain pause.
    Soon(Option<Duration>),
    /// Not with the same content: the service refused the request, or the request is invalid.
    Later,
}

impl Failure {
    /// Returns a failure that may be temporary.
    pub(crate) fn soon(message: impl Into<String>) -> Self {
        Self { message: message.into(), repeat: Repeat::Soon(None), status: None }
    }

    /// Returns a failure that the same request would meet again.
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
