//! What a rule is: its docs, and how it is checked.

use heat_yaml::Severity;

use crate::{Context, Findings};

/// A lint rule.
#[derive(Debug)]
pub struct Rule {
    /// Its id in kebab case, which names the problem.
    pub id: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// A one-line summary.
    pub summary: &'static str,
    /// Its page, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub docs: &'static str,
    /// How it is checked.
    pub check: Check,
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
