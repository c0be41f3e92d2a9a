//! The findings of one run of a command, and what was checked.

use super::finding::Finding;
use super::rule_docs::RuleDocs;

/// The findings of one run of a command.
#[derive(Debug, Clone, Default)]
pub struct Report<'a> {
    /// The command: `heat-codegen check`.
    pub title: String,
    /// The findings of the command, in the order in which they are shown.
    pub findings: Vec<Finding<'a>>,
    /// Consequences of the findings elsewhere, such as in templates that use what changed.
    pub consequences: Vec<Finding<'a>>,
    /// The rules that the command applied.
    pub rules: Vec<RuleDocs>,
    /// The address of the published docs, ending with `/`, if it is known: each rule has a page there.
    pub docs_url: Option<&'a str>,
    /// The number of files that were checked.
    pub files: usize,
    /// The message if there are no findings, in two words.
    pub nothing: &'static str,
}
