//! The result of reading a text.

use crate::{Diagnostic, Node, Severity};

/// The result of reading a text.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The tree. It is `None` if the text is empty or contains only comments, and if it could not be read;
    /// only in the latter case [`Parsed::has_errors`] is true. Duplicate keys alone do not make it `None`.
    pub root: Option<Node>,
    /// The findings, in source order as far as possible.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Returns whether any of the findings is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|finding| finding.severity == Severity::Error)
    }

    pub(crate) fn failed(error: Diagnostic) -> Self {
        Self { root: None, diagnostics: vec![error] }
    }
}
