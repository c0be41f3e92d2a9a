//! Errors of requests, and reading their parameters.

use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Error for a request without a result.
pub(crate) struct Refusal {
    /// The kind of error, for the client.
    pub(crate) code: ErrorCode,
    /// The reason, for people.
    pub(crate) message: String,
}

impl Refusal {
    /// An error for a request that cannot be fulfilled. The user reads the message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }

    /// An error for a message that is invalid at this point.
    pub(crate) fn with_code(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Reads the parameters of a request.
pub(crate) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| {
        Refusal::with_code(ErrorCode::InvalidParams, format!("the parameters cannot be read: {error}"))
    })
}

/// Serializes a result.
pub(crate) fn written<T: Serialize>(result: &T) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| {
        Refusal::with_code(ErrorCode::InternalError, format!("the result cannot be written: {error}"))
    })
}
