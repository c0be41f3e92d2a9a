//! Findings in formats for people and programs.
//!
//! All commands use the same terms, [`finding`]; [`diagnostics`] converts each [`Diagnostic`](heat_yaml::Diagnostic) to one. A
//! command creates a [`Report`] of its findings, and [`write()`] writes it in any format. [`RuleDocs`] has the docs of a rule in
//! one form for all commands.

mod contents;
pub mod diagnostics;
pub mod failure;
pub mod finding;

pub mod github;
pub mod gitlab;
pub mod json;
pub mod json_text;
pub mod junit;
pub mod markdown_text;
pub mod program;
mod rule_docs;
pub mod sarif;
pub mod statistics;
pub mod tap;
pub mod terminal;
pub mod text;

use std::io::{self, Write};

pub use contents::{AppliedRule, Case, CaseOutcome, Report};
pub use heat_history::Mirror;

pub use failure::{Explanation, Failure};
pub use rule_docs::{RuleDocs, RuleSet};

/// The formats in which any report can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Text for people, with the affected lines.
    #[default]
    Text,
    /// A JSON array of findings, or an object with findings and cases.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub's workflows turn into annotations.
    Github,
    /// JUnit XML, for test reports.
    Junit,
    /// GitLab's Code Quality report.
    Gitlab,
    /// The Test Anything Protocol, for the cases of tests.
    Tap,
}

/// Writes a report.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => {
            text::write(&report.findings, color, out)?;
            text::write_summary(report, color, out)
        }
        Format::Json => json::write(report, out),
        Format::Sarif => sarif::write(report, out),
        Format::Github => github::write(&report.findings, out),
        Format::Junit => junit::write(report, out),
        Format::Gitlab => gitlab::write(report, out),
        Format::Tap => tap::write(report, out),
    }
}
