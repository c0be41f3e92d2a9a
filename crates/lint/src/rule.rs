//! What a rule is: its docs, and how it is checked.

use heat_yaml::Severity;
use heat_yaml::docs::{CodeDocs, Docs};

use crate::{Context, Findings};

/// A lint rule.
#[derive(Debug)]
pub struct Rule {
    /// Id of the rule in kebab case, which names the problem.
    pub id: &'static str,
    /// Severity of the rule's findings.
    pub severity: Severity,
    /// Summary of the rule in one line.
    pub summary: &'static str,
    /// Page about the rule, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub docs: &'static str,
    /// How the rule is checked.
    pub check: Check,
}

impl Rule {
    /// A rule about what reading finds.
    pub(super) const fn reading(id: &'static str, summary: &'static str, docs: &'static str) -> Self {
        Self { id, severity: Severity::Error, summary, docs, check: Check::Reading }
    }

    /// A rule about a code of the reader of YAML.
    pub(super) const fn yaml(docs: &CodeDocs) -> Self {
        let Docs { severity, summary, page } = docs.schemas;
        Self { id: docs.code, severity, summary, docs: page, check: Check::Reading }
    }
}

/// How a rule is checked.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// While reading: by the loader, or by the code that reads the catalogue's folder.
    Reading,
    /// On the loaded schema.
    Schema(fn(&Context<'_>, &mut Findings<'_>)),
    /// By comparing the accepted findings of a schema with the findings of the other rules.
    Acceptance,
}
