//! The findings of one run of a command, and what was checked.

use std::borrow::Cow;

use super::finding::{Finding, Rank};

/// The findings of one run of a command.
#[derive(Debug, Clone, Default)]
pub struct Report<'a> {
    /// The command: `heat-codegen check`.
    pub title: String,
    /// The findings, in the order in which they are shown.
    pub findings: Vec<Finding<'a>>,
    /// Consequences of the findings elsewhere, such as in templates that use what changed.
    pub consequences: Vec<Finding<'a>>,
    /// The rules that were applied.
    pub rules: Vec<RuleDocs>,
    /// The number of files that were checked.
    pub files: usize,
    /// The message, in two words, if there are no findings.
    pub nothing: &'static str,
}

/// The description of a rule, for the formats that also describe the rules.
#[derive(Debug, Clone)]
pub struct RuleDocs {
    /// Its id.
    pub id: &'static str,
    /// The severity of its findings.
    pub rank: Rank,
    /// Its summary, in one line, with no full stop.
    pub summary: &'static str,
    /// Its page, in CommonMark.
    pub docs: Cow<'static, str>,
}

impl From<&heat_lint::Rule> for RuleDocs {
    fn from(rule: &heat_lint::Rule) -> Self {
        Self { id: rule.id, rank: rule.severity.into(), summary: rule.summary, docs: rule.docs.into() }
    }
}

impl From<&heat_diff::Rule> for RuleDocs {
    fn from(rule: &heat_diff::Rule) -> Self {
        Self { id: rule.id, rank: rule.severity.into(), summary: rule.summary, docs: rule.page().into() }
    }
}

impl From<&heat_template_check::Rule> for RuleDocs {
    fn from(rule: &heat_template_check::Rule) -> Self {
        Self { id: rule.id, rank: rule.severity().into(), summary: rule.summary, docs: rule.page().into() }
    }
}
