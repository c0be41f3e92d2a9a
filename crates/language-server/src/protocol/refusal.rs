//! Why a request has no result, and reading its parameters.

use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why a request has no result.
pub(crate) struct Refusal {
    /// The kind of error, for the client.
    pub(crate) code: ErrorCode,
    /// The reason, for people.
    pub(crate) message: String,
}

impl Refusal {
    /// The request cannot be fulfilled, for this reason, which the user reads.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }

    /// The refusal of a message that makes no sense at this point.
    pub(crate) fn with_code(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The parameters of a request.
pub(crate) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| {
        Refusal::with_code(ErrorCode::InvalidParams, format!("the parameters cannot be read: {error}"))
    })
}

/// A result as it is written.
pub(crate) fn written<T: Serialize>(result: &T) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| {
        Refusal::with_code(ErrorCode::InternalError, format!("the result cannot be written: {error}"))
    })
}
