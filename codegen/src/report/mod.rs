//! Findings as people and programs read them.
//!
//! Every command reports in the same terms, [`finding`]; what has the form of a [`Diagnostic`](heat_yaml::Diagnostic) becomes one
//! in [`diagnostics`]. A command makes a [`Report`] of its findings, and [`write()`] has a writer for each format.

mod contents;
pub mod diagnostics;
pub mod finding;

pub mod github;
pub mod gitlab;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

pub use contents::{Report, RuleDocs};

use std::io::{self, Write};

/// The formats that any report can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people: the lines concerned.
    Text,
    /// A JSON array of findings.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub's workflows turn into annotations.
    Github,
    /// JUnit's XML, for reports of tests.
    Junit,
    /// GitLab's Code Quality report.
    Gitlab,
}

/// Writes a report.
///
/// # Errors
/// When the output is closed or full.
pub fn write(report: &Report<'_>, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => {
            text::write(&report.findings, color, out)?;
            text::write_summary(report, color, out)
        }
        Format::Json => json::write(&report.findings, out),
        Format::Sarif => sarif::write(report, out),
        Format::Github => github::write(&report.findings, out),
        Format::Junit => junit::write(report, out),
        Format::Gitlab => gitlab::write(report, out),
    }
}
