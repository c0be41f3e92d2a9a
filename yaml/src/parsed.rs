//! What reading a text gives.

use crate::{Diagnostic, Node, Severity};

/// What reading a text gives.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The tree. There is none where the text is empty or holds only comments, and where it could not be read; only
    /// in the latter case [`Parsed::has_errors`]. Duplicate keys alone do not cost the tree.
    pub root: Option<Node>,
    /// What was found, in the order of the text as far as possible.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether any of the findings is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|finding| finding.severity == Severity::Error)
    }

    pub(crate) fn failed(error: Diagnostic) -> Self {
        Self { root: None, diagnostics: vec![error] }
    }
}
