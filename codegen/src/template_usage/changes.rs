//! What changed, and between what.

use heat_diff::{Finding, Severity};
use heat_model::ResourceType;

/// What changed, and between what.
#[derive(Debug, Clone, Copy)]
pub struct Changes<'a> {
    /// The types as they were.
    pub before: &'a [&'a ResourceType],
    /// The types as they are.
    pub after: &'a [&'a ResourceType],
    /// What [`heat_diff::compare`] found between them.
    pub findings: &'a [Finding],
    /// The least severity of findings that count. Changes of words never do.
    pub least: Severity,
}

impl<'a> Changes<'a> {
    /// All findings that are not safe.
    #[must_use]
    pub fn new(
        before: &'a [&'a ResourceType],
        after: &'a [&'a ResourceType],
        findings: &'a [Finding],
    ) -> Self {
        Self { before, after, findings, least: Severity::Policy }
    }
}
