//! How the check of a value fails.

use crate::fault::Exception;

/// How a check fails in Heat.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Failure {
    /// A `ValueError`, which Heat wraps in an error of its own.
    Value(String),
    /// Any other exception, which users get as it is.
    Raw(Exception),
}
