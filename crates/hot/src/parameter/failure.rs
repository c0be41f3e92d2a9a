//! Failure of the check of a value.

use crate::fault::Exception;

/// Exception with which a check fails in Heat.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Failure {
    /// A `ValueError`, which Heat wraps in an error of its own.
    Value(String),
    /// Any other exception, which Heat does not wrap.
    Raw(Exception),
}
