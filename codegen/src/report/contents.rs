//! The findings of one run of a command, with what they are findings of.

use std::borrow::Cow;

use super::finding::{Finding, Rank};

/// The findings of one run of a command.
#[derive(Debug, Clone, Default)]
pub struct Report<'a> {
    /// What was done: `heat-codegen check`.
    pub title: String,
    /// The findings, in the order in which they are shown.
    pub findings: Vec<Finding<'a>>,
    /// What follows from findings elsewhere, as for templates that use what changed.
    pub consequences: Vec<Finding<'a>>,
    /// The rules that were applied.
    pub rules: Vec<RuleDocs>,
    /// How many files were looked at.
    pub files: usize,
    /// What is said where there are no findings, in two words.
    pub nothing: &'static str,
}

/// What is known of a rule, for the formats that describe the rules too.
#[derive(Debug, Clone)]
pub struct RuleDocs {
    /// Its id.
    pub id: &'static str,
    /// How bad its findings are.
    pub rank: Rank,
    /// What it is about, in one line, with no full stop.
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
