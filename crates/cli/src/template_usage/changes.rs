//! The changes between two versions of types.

use heat_diff::{Finding, Severity};
use heat_model::ResourceType;

/// The changes between two versions of types.
#[derive(Debug, Clone, Copy)]
pub struct Changes<'a> {
    /// The old types.
    pub before: &'a [&'a ResourceType],
    /// The new types.
    pub after: &'a [&'a ResourceType],
    /// The findings of [`heat_diff::compare`].
    pub findings: &'a [Finding],
    /// The minimum severity of findings that are searched for. Changes of texts never are.
    pub least: Severity,
}

impl<'a> Changes<'a> {
    /// Creates changes with all findings that are not safe.
    #[must_use]
    pub fn new(
        before: &'a [&'a ResourceType],
        after: &'a [&'a ResourceType],
        findings: &'a [Finding],
    ) -> Self {
        Self { before, after, findings, least: Severity::Policy }
    }
}
