//! serde's errors, with the spans at which they occurred.

use std::fmt::{self, Display};

use crate::Span;

/// Error of reading a value from a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    span: Option<Span>,
}

impl Error {
    /// Span of the value concerned, if it is known.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// Sets the span, unless the span of a value further in is already known.
    pub(super) fn or_at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}
