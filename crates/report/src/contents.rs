//! The findings of one run of a command, and what was checked.

use std::borrow::Cow;

use serde::Serialize;

use super::finding::{Finding, Rank};
use super::rule_docs::RuleDocs;

/// A rule that a command applied, with its docs.
#[derive(Debug, Clone)]
pub struct AppliedRule {
    /// Id of the rule, in kebab case.
    pub id: &'static str,
    /// Summary of the rule in one line, with no full stop.
    pub summary: &'static str,
    /// Docs of the rule, in CommonMark.
    pub docs: Cow<'static, str>,
    /// Severity of the rule's findings.
    pub rank: Rank,
    /// Address of the rule's page on the published docs, from their root, if it has one.
    pub page_url: Option<String>,
    /// Tags of the rule, for lists of findings that can be filtered: `security`, and the weakness.
    pub tags: Vec<String>,
}

impl From<RuleDocs> for AppliedRule {
    fn from(rule: RuleDocs) -> Self {
        let page_url = Some(rule.page_url());
        let tags = rule.tags();
        Self { id: rule.id, summary: rule.summary, docs: rule.page, rank: rule.rank, page_url, tags }
    }
}

/// A case that a command tried, such as a handler of a plug-in.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// Name of the subject: a resource type, with the Heat if there are several.
    pub suite: String,
    /// Name of the case within its suite.
    pub name: String,
    /// Outcome of the case.
    #[serde(flatten)]
    pub outcome: CaseOutcome,
}

/// Outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", content = "reason", rename_all = "snake_case")]
pub enum CaseOutcome {
    /// The case ran as it should.
    Passed,
    /// The case failed, for this reason.
    Failed(String),
    /// The case was not tried to its end, for this reason.
    Skipped(String),
}

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
    pub rules: Vec<AppliedRule>,
    /// The cases that the command tried, for JUnit.
    pub cases: Vec<Case>,
    /// `true` if the JSON report is an object with the findings and the cases, instead of an array of findings.
    pub lists_cases: bool,
    /// `true` if the findings are the reasons why cases have failed: JUnit's report then has the cases alone.
    pub has_cases_alone: bool,
    /// The address of the published docs, ending with `/`, if it is known: each rule has a page there.
    pub docs_url: Option<&'a str>,
    /// The number of files that were checked.
    pub files: usize,
    /// The message if there are no findings, in two words.
    pub nothing: &'static str,
}
