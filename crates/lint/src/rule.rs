//! Definition of a lint rule: its docs and its check.

use heat_yaml::Severity;
use heat_yaml::docs::{CodeDocs, Docs};

use crate::{Context, Findings};

/// Lint rule for schemas.
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
    /// Source of the rule's findings.
    pub check: Check,
}

impl Rule {
    /// Creates a rule about an error in a file, found while reading it.
    pub(super) const fn reading(id: &'static str, summary: &'static str, docs: &'static str) -> Self {
        Self { id, severity: Severity::Error, summary, docs, check: Check::Reading }
    }

    /// Creates a rule about a code of the YAML parser.
    pub(super) const fn yaml(docs: &CodeDocs) -> Self {
        let Docs { severity, summary, page } = docs.schemas;
        Self { id: docs.code, severity, summary, docs: page, check: Check::Reading }
    }
}

/// Source of a rule's findings.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Findings while reading: of the YAML parser, the loader, or the code that reads the catalogue's folder.
    Reading,
    /// Findings of a function that checks the loaded schema.
    Schema(fn(&Context<'_>, &mut Findings<'_>)),
    /// Findings from a comparison of a schema's accepted findings with the findings of the other rules.
    Acceptance,
}
