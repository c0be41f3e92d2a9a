//! Findings as people and programs read them: text with source lines, JSON, SARIF, and GitHub's workflow commands.
//!
//! A report is made of [`Diagnostic`]s, whoever found them.

pub mod github;
pub mod json;
pub mod sarif;
pub mod text;

use std::collections::BTreeSet;
use std::io::{self, Write};

use heat_lint::Rule;
use heat_yaml::{Diagnostic, Label, LineColumn, Severity};

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people: source lines with carets.
    Text,
    /// A JSON array of findings.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub's workflows turn into annotations.
    Github,
}

/// What is known of a rule, for the forms that describe the rules too.
#[derive(Debug, Clone, Copy)]
pub struct RuleDocs {
    /// Its id.
    pub id: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// What it is about, in one line, with no full stop.
    pub summary: &'static str,
    /// Its page, in CommonMark.
    pub docs: &'static str,
}

impl From<&Rule> for RuleDocs {
    fn from(rule: &Rule) -> Self {
        Self { id: rule.id, severity: rule.severity, summary: rule.summary, docs: rule.docs }
    }
}

/// Findings, with what they are findings of.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The findings, in the order in which they are shown.
    pub diagnostics: &'a [Diagnostic],
    /// How many files were looked at.
    pub files: usize,
    /// The rules that were applied.
    pub rules: &'a [RuleDocs],
}

/// Writes a report.
///
/// # Errors
/// When the output is closed or full.
pub fn write(report: &Report<'_>, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => {
            text::write(report.diagnostics, color, out)?;
            text::write_summary(report, color, out)
        }
        Format::Json => json::write(report.diagnostics, out),
        Format::Sarif => sarif::write(report, out),
        Format::Github => github::write(report.diagnostics, out),
    }
}

/// Puts findings in the order of files and places in them.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|left, right| {
        let key =
            |diagnostic: &Diagnostic| (diagnostic.labels.first().map(|label| label.span), diagnostic.code);
        left.file_name()
            .cmp(&right.file_name())
            .then_with(|| key(left).cmp(&key(right)))
            .then_with(|| left.message.cmp(&right.message))
    });
}

/// The files that findings are in.
fn files_of(diagnostics: &[Diagnostic]) -> BTreeSet<&str> {
    diagnostics.iter().filter_map(Diagnostic::file_name).collect()
}

/// Where a label starts and ends.
fn ends(label: &Label) -> (LineColumn, LineColumn) {
    (label.source.line_column(label.span.start), label.source.line_column(label.span.end))
}

/// What a finding says beyond its message, a line each.
fn remarks(diagnostic: &Diagnostic) -> impl Iterator<Item = String> + '_ {
    let notes = diagnostic.notes.iter().map(|note| format!("note: {note}"));
    notes.chain(diagnostic.help.iter().map(|help| format!("help: {help}")))
}
